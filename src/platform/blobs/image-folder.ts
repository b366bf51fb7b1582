/** Migrates the separate image store of earlier versions into the blob store. */
import { rm } from 'node:fs/promises'
import type { BlobStore } from './blob-store.ts'

/** After a crash, the next start moves the rest. */
export async function moveBlobs(from: BlobStore, dir: string, to: BlobStore): Promise<void> {
  for (const sha256 of await from.list()) await to.take(from.pathOf(sha256), sha256)
  await rm(dir, { recursive: true, force: true })
}
