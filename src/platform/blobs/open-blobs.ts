/** Opens the blob store, with the images that earlier versions kept in a store of their own. */
import { rm } from 'node:fs/promises'
import type { DataFolders } from '../machine/data-folders.ts'
import { type BlobStore, createBlobStore } from './blob-store.ts'

/** After a crash, the next start moves the rest. */
export async function openBlobs(folders: Pick<DataFolders, 'blobs' | 'images' | 'tmp'>): Promise<BlobStore> {
  const blobs = createBlobStore(folders.blobs, folders.tmp)
  const images = createBlobStore(folders.images, folders.tmp)
  for (const sha256 of await images.list()) await blobs.take(images.pathOf(sha256), sha256)
  await rm(folders.images, { recursive: true, force: true })
  return blobs
}
