/** Fetches one object of a bucket, and adds it to a data set as an image. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../../shared/api/errors.ts'
import { type Said, saidOf } from '../../../shared/messages/message.ts'
import type { Images } from '../../datasets/images/images.ts'
import { newId } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { PRIVATE_FILE } from '../../machine/private-folder.ts'
import type { Hold } from '../../work/jobs/job.ts'
import type { Bucket } from './bucket.ts'
import { BucketFailure, bucketFailure, tooLarge } from './bucket-failure.ts'
import type { NewObject } from './find-objects.ts'
import type { ImportRepository } from './import-repository.ts'

/** Longer than any image that an engine decodes within its memory. */
export const MAX_OBJECT_BYTES = 512 * 1024 ** 2
const FETCHED_WITHIN_MS = 10 * 60_000

export interface ImportTarget {
  caller: Caller
  dataset: DatasetRow
  importId: string
  bucketName: string
  /** For the files until they are in the blob store. */
  folder: string
  maxBytes: number
  hold: Hold
}

export type ObjectOutcome = 'imported' | 'skipped' | { failed: Said; isPassing: boolean }

/** @throws BucketFailure when no object of the bucket can be read with these settings; quotas, errors of the disk and database */
export async function importObject(
  object: NewObject,
  bucket: Bucket,
  { images, repository }: { images: Images; repository: Pick<ImportRepository, 'addSource'> },
  target: ImportTarget,
  signal: AbortSignal,
): Promise<ObjectOutcome> {
  const { key, directory, filename } = object
  const { importId, bucketName, dataset } = target
  const path = join(target.folder, newId())
  try {
    const etag = await fetchTo(path, key, bucket, { images, ...target }, signal)
    const source = { dataset_id: dataset.id, directory_path: directory, filename, import_id: importId }
    const row = await images.importFile(target.caller, dataset, { path, filename, directory }, async (tx, image_id) => {
      await target.hold(tx)
      await repository.addSource(tx, { ...source, image_id, bucket: bucketName, object_key: key, etag })
    })
    return row ? 'imported' : 'skipped'
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof BucketFailure && error.scope !== 'settings') {
      return { failed: saidOf(error.reason), isPassing: error.scope === 'passing' }
    }
    if (error instanceof ApiError && ['image_unreadable', 'invalid_field'].includes(error.code)) {
      return { failed: saidOf(error), isPassing: false }
    }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Returns the ETag of the fetched object. */
async function fetchTo(
  path: string,
  key: string,
  bucket: Bucket,
  { images, caller, maxBytes }: Pick<ImportTarget, 'caller' | 'maxBytes'> & { images: Images },
  stopped: AbortSignal,
): Promise<string | null> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(FETCHED_WITHIN_MS)])
  const room = await images.room(caller)
  const { bytes, size, etag } = await bucket.read(key, maxBytes, signal)
  if (size !== null && size > maxBytes) {
    bytes.destroy()
    throw tooLarge(maxBytes)
  }
  const refusal = room.refusal({ images: 1, bytes: size ?? 0 })
  if (refusal) {
    bytes.destroy()
    throw refusal
  }
  try {
    // A reply that ends before its announced length is an error of the stream.
    await pipeline(bytes, createWriteStream(path, { mode: PRIVATE_FILE }), { signal })
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw bucketFailure(error, '', 'object')
  }
  return etag
}
