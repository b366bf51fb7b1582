/** Pictures of data sets had a store of their own in earlier versions: its files move into the one of all blobs. */
import { rm } from 'node:fs/promises'
import type { BlobStore } from './blob-store.ts'

/** A crash in between leaves the rest to the next start. */
export async function moveBlobs(from: BlobStore, dir: string, to: BlobStore): Promise<void> {
  for (const sha256 of await from.list()) await to.take(from.pathOf(sha256), sha256)
  await rm(dir, { recursive: true, force: true })
}
