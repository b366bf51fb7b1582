/** Copies the blobs of a bucket, and the results of runs there, into the data folder of a backup. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { logToStderr } from '../../machine/log.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { blobKey } from '../blobs/bucket-blobs.ts'
import { openStore } from '../blobs/open-blobs.ts'
import { saveStream } from './copy-file.ts'
import { type BackedUpFile, DATA } from './manifest.ts'

/** The results of a run have names without folders. */
const OF_RUN = /^runs\/[0-9a-f-]{36}\/[^./\\][^/\\]*$/

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
    for await (const { key } of objects.list('runs/')) {
      const to = join(part, DATA, ...key.split('/'))
      // A name that leads elsewhere is no file of a run; one of the data folder is there already.
      if (!OF_RUN.test(key) || existsSync(to)) continue
      signal?.throwIfAborted()
      await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
      const bytes = await objects.read(key)
      if (bytes) yield { path: `${DATA}/${key}`, ...(await saveStream(bytes, to, signal)) }
    }
  } finally {
    objects.close()
  }
}
