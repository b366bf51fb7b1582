/** Copies the blobs of a bucket into the data folder of a backup. */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobKey } from '../blobs/bucket-blobs.ts'
import { openStore } from '../blobs/open-blobs.ts'
import { logToStderr } from '../machine/log.ts'
import { PRIVATE_FOLDER } from '../machine/private-folder.ts'
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
      const path = `${DATA}/${blobKey(sha256)}`
      const to = join(part, ...path.split('/'))
      await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
      const bytes = await objects.read(blobKey(sha256))
      if (bytes) yield { path, ...(await saveStream(bytes, to, signal)) }
    }
  } finally {
    objects.close()
  }
}
