/** Lists the objects of an import, and finds those that are not in the data set yet. */

import { MAX_IMPORTED_OBJECTS } from '../../../shared/api/storage-connections.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { isImageName } from '../../../shared/domain/still-formats.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { joinPath } from '../../datasets/directories/directory-path.ts'
import type { Bucket, BucketObject } from './bucket.ts'
import { type ImportRepository, type Place, pathOf } from './import-repository.ts'
import type { ImportTally } from './import-tally.ts'
import { isBelow, placeBelow } from './object-path.ts'

/** An object whose place in the data set is free. */
export interface NewObject extends Place {
  key: string
}

export interface FindRequest {
  importId: string
  datasetId: string
  bucketName: string
  /** The directory of the data set that the structure below `prefix` is kept in. */
  directory: string
  prefix: string
  /** Exactly these; null for everything below the prefix. */
  keys: readonly string[] | null
}

export interface FindLimits {
  /** New objects. */
  found: number
  /** Objects that are listed to find them. */
  listed: number
}

export const FIND_LIMITS: FindLimits = { found: MAX_IMPORTED_OBJECTS, listed: 1_000_000 }
const OBJECTS_AT_ONCE = 500

/** Counts objects that are there already, and those that cannot be images, in the tally. */
export async function findObjects(
  request: FindRequest,
  bucket: Bucket,
  repository: Pick<ImportRepository, 'taken'>,
  tally: ImportTally,
  { signal, limits, listed: report }: { signal: AbortSignal; limits: FindLimits; listed: () => Promise<void> },
): Promise<NewObject[]> {
  const found: NewObject[] = []
  const places = new Set<string>()
  let known = 0
  let listed = 0

  const placed = ({ key, etag }: BucketObject) => {
    const { folders, filename } = placeBelow(key, request.prefix)
    return { directory: folders.reduce(joinPath, request.directory), filename, key, etag }
  }

  /** False when the import is full. */
  async function add(objects: readonly BucketObject[]): Promise<boolean> {
    const candidates = objects.map(placed)
    const taken = await repository.taken(request.datasetId, candidates)
    for (const { etag, ...object } of candidates) {
      const path = pathOf(object)
      const there = taken.get(path)
      // Keys that differ in empty segments only have one place.
      if (places.has(path)) tally.skipped++
      else if (there === undefined) {
        if (found.length + known >= limits.found) {
          tally.limits.push(message('storage_import.bounded', { most: limits.found }))
          return false
        }
        places.add(path)
        found.push(object)
      } else if (there?.import_id === request.importId) {
        // Imported before the server was stopped.
        known++
        tally.imported++
      } else {
        tally.skipped++
        const isSame = there?.bucket === request.bucketName && there.object_key === object.key
        if (isSame && etag !== null && there.etag !== null && there.etag !== etag) tally.changed++
      }
    }
    await report()
    return true
  }

  if (request.keys) {
    const images: BucketObject[] = []
    for (const key of new Set(request.keys)) {
      if (isImageName(key)) images.push({ key, size: 0, etag: null })
      else tally.fail(key, saidOf(message('storage_connection.object_not_image')))
    }
    for (const some of batchesOf(images, OBJECTS_AT_ONCE)) {
      signal.throwIfAborted()
      if (!(await add(some))) break
    }
    return found
  }

  for (let token: string | undefined; ; ) {
    const page = await bucket.list(
      { prefix: request.prefix, isOneFolder: false, token, limit: OBJECTS_AT_ONCE },
      signal,
    )
    const images = page.objects.filter(
      ({ key, size }) => size > 0 && key.startsWith(request.prefix) && isImageName(key),
    )
    for (const { key } of images) {
      if (!isBelow(key, request.prefix)) tally.fail(key, saidOf(message('storage_connection.object_unsafe')))
    }
    listed += page.objects.length
    if (!(await add(images.filter(({ key }) => isBelow(key, request.prefix))))) break
    if (page.next === null) break
    if (listed >= limits.listed) {
      tally.limits.push(message('storage_import.too_long', { most: limits.listed }))
      break
    }
    token = page.next
  }
  return found
}
