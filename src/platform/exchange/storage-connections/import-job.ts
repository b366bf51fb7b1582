/** The job of an import. It can be executed again: images that are there are not fetched again. */
import { availableParallelism } from 'node:os'
import { ApiError } from '../../../shared/api/errors.ts'
import { message, paramOf, type Sayable } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import { fromJson } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { Events } from '../../http/area/organization-events.ts'
import { callerOf, failed, type JobContext, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { withJobFolder } from '../../work/jobs/job-folder.ts'
import { type JobRecord, RecordOver } from '../../work/jobs/job-record.ts'
import { BucketFailure } from './bucket-failure.ts'
import type { ConnectionRepository } from './connection-repository.ts'
import type { Connections } from './connections.ts'
import { FIND_LIMITS, type FindLimits, findObjects } from './find-objects.ts'
import { CONNECTION_GONE } from './import-end.ts'
import { importObject, MAX_OBJECT_BYTES } from './import-object.ts'
import type { ImportRepository } from './import-repository.ts'
import { createTally, type ImportTally } from './import-tally.ts'

export const STORAGE_IMPORT = 'storage_import'

export interface ImportPayload {
  /** Null for everything below the prefix of the row. */
  keys: readonly string[] | null
  /** Structure below it is kept. */
  base: string
}

export interface ImportJobOptions {
  repository: ImportRepository
  record: JobRecord<StorageImportRow>
  connectionRepository: Pick<ConnectionRepository, 'find'>
  connections: Pick<Connections, 'open'>
  datasets: Datasets
  images: Images
  tmpDir: string
  events: Pick<Events, 'wake'>
  limits?: Partial<FindLimits & { objectBytes: number }>
}

/** Objects that are fetched at the same time: while some arrive, others are read. */
const AT_ONCE = 2 * Math.min(4, availableParallelism())
const REPORT_EVERY_MS = 1000
/** So many objects in a row fail only when the connection itself has failed. */
const FAILURES_IN_A_ROW = 12

export function importJob(options: ImportJobOptions): JobKind {
  const { repository, images, datasets, limits } = options

  async function importAll(
    job: JobRow,
    row: StorageImportRow,
    tally: ImportTally,
    context: JobContext,
  ): Promise<JobEnd> {
    const caller = callerOf(job)
    const connection = await options.connectionRepository.find(row.organization_id, row.connection_id)
    if (!connection) return failed(CONNECTION_GONE)
    const dataset = await datasets.rowOf(caller, row.dataset_id)
    let reportedAt = performance.now()

    async function report(): Promise<void> {
      context.progress({ done: tally.processed, total: tally.total })
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = performance.now()
      if (!(await repository.setCounts(job.id, job.token, tally.counts()))) throw new RecordOver()
      await datasets.rowOf(caller, dataset.id)
    }

    const payload = fromJson<ImportPayload>(job.payload)
    const bucket = await options.connections.open(connection)
    try {
      const request = {
        importId: row.id,
        datasetId: dataset.id,
        bucketName: connection.bucket,
        directory: row.directory_path,
      }
      const { signal } = context
      const objects = await findObjects(
        { ...request, prefix: payload.base, keys: payload.keys },
        bucket,
        repository,
        tally,
        { signal, limits: { ...FIND_LIMITS, ...limits }, listed: report },
      )
      tally.total = tally.processed + objects.length
      await withJobFolder(options.tmpDir, job, (folder) => {
        const target = {
          ...request,
          caller,
          dataset,
          folder,
          maxBytes: limits?.objectBytes ?? MAX_OBJECT_BYTES,
          hold: context.hold,
        }
        let inARow = 0
        return inParallel(objects, context.signal, async (object, signal) => {
          const outcome = await importObject(object, bucket, { images, repository }, target, signal)
          if (outcome === 'imported' || outcome === 'skipped') tally[outcome]++
          else tally.fail(object.key, outcome.failed)
          inARow = typeof outcome === 'object' && outcome.isPassing ? inARow + 1 : 0
          if (inARow >= FAILURES_IN_A_ROW) throw new Lost((outcome as { failed: Sayable }).failed)
          await report()
        })
      })
    } finally {
      bucket.close()
    }
    return endOf(tally)
  }

  return {
    kind: STORAGE_IMPORT,
    pool: 'long',
    isPortable: true,
    estimateMs: 60_000,
    // A slow bucket leaves a slot to other long jobs.
    atOnce: 1,
    async run(job, context) {
      const row = await repository.begin(job.id, job.token)
      if (!row) return { state: 'cancelled' }
      const tally = createTally()
      const end = await importAll(job, row, tally, context).catch((error) => {
        const reason = reasonOf(error)
        if (reason === null || context.signal.aborted) throw error
        return failed(reason)
      })
      return (await repository.setCounts(job.id, job.token, tally.counts())) ? end : { state: 'cancelled' }
    },
    failures: { fault: 'storage_import.fault', diskFull: 'storage_import.disk_full' },
    ended: (tx, { id }, end) => options.record.end(tx, id, end),
    async requeued(tx, { id }) {
      await repository.reset(tx, id)
    },
    async after() {
      options.events.wake()
    },
  }
}

/** The connection failed while objects were fetched. */
class Lost extends Error {
  constructor(readonly reason: Sayable) {
    super()
  }
}

/** Null for a fault. */
function reasonOf(error: unknown): Sayable | null {
  if (error instanceof BucketFailure || error instanceof Lost) return error.reason
  return error instanceof ApiError ? error : null
}

function endOf({ imported, skipped, failures }: ImportTally): JobEnd {
  const [first] = failures
  if (imported > 0 || skipped > 0 || !first) return { state: 'done' }
  return failed(message('storage_import.all_failed', { key: first.key, reason: paramOf(first.reason) }))
}

/** The first error ends the work on the others, and is thrown once they have ended. */
async function inParallel<T>(
  items: readonly T[],
  stopped: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopped, failing.signal])
  let next = 0
  let first: unknown
  async function worker(): Promise<void> {
    try {
      while (next < items.length && !signal.aborted) await work(items[next++] as T, signal)
    } catch (error) {
      first ??= error
      failing.abort()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (first !== undefined) throw first
  stopped.throwIfAborted()
}
