/** Copies the blobs of a bucket into the data folder of a backup. */
import { join } from 'node:path'
import { blobKey } from '../blobs/bucket-blobs.ts'
import { openStore } from '../blobs/open-blobs.ts'
import { logToStderr } from '../machine/log.ts'
import { saveStream } from './copy-file.ts'
import { type BackedUpFile, DATA } from './manifest.ts'

/** `wanted`: hashes. Those that the bucket lacks are left out. @throws StoreUnavailable */
export async function* copiedFromStore(
  part: string,
  store: string,
  wanted: ReadonlySet<string>,
  signal?: AbortSignal,
): AsyncGenerator<BackedUpFile> {
  const objects = await openStore(store, logToStderr)
  try {
    for (const sha256 of [...wanted].sort()) {
      signal?.throwIfAborted()
      const bytes = await objects.read(blobKey(sha256))
      if (!bytes) continue
      const path = `${DATA}/${blobKey(sha256)}`
      yield { path, ...(await saveStream(bytes, join(part, ...path.split('/')), signal)) }
    }
  } finally {
    objects.close()
  }
}
