/** Executes a job that this process has claimed, and stores its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind, trace } from '@opentelemetry/api'
import { message } from '../../../shared/messages/message.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import { isDiskFull, type RoomRequests } from '../../machine/disk-full.ts'
import type { Log } from '../../machine/log.ts'
import { withLogContext } from '../../machine/log-context.ts'
import { traced } from '../../machine/tracing/tracing.ts'
import { isAway } from './away.ts'
import { ClaimOver } from './claim-over.ts'
import { failed, type JobEnd, type JobKind, type StopReason } from './job.ts'
import { RecordOver } from './job-record.ts'
import type { JobStore } from './job-store.ts'
import { costOf, type RunningJob, stopJob } from './running-job.ts'

/** Attempts to store an end, except on a full disk and without a database: then until it can be stored. */
const STORE_ATTEMPTS = 3
const STORE_AGAIN_MS = 5000
/** How long a job keeps its slot that met a database or a store which is away. */
const AWAY_MS = 3000

export interface ExecutionOptions {
  store: Pick<JobStore, 'finish' | 'release' | 'hold'>
  kinds: ReadonlyMap<string, JobKind>
  metrics: Pick<Metrics, 'ended'>
  room: Pick<RoomRequests, 'request'>
  /** Aborted when the runner closes: what cannot be stored then is not tried again. */
  closing: AbortSignal
  /** Aborted when the database closes. */
  over: AbortSignal
  /** Called when the claim of a job stays behind in the database. */
  abandon(): void
  log: Log
}

export interface Execution {
  /** Resolves when the end of the job is stored, or belongs to another worker. */
  execute(entry: RunningJob): Promise<void>
  /** What follows from the stored end of a job, whichever worker had it. */
  after(job: JobRow, end: JobEnd): Promise<void>
}

/** Traces the job as a child of the request, or the job, that queued it. */
const spanOf = ({ id, kind, pool, token, trace }: JobRow, work: () => Promise<void>): Promise<void> =>
  traced(`job ${kind}`, work, {
    attributes: { 'sightline.job_id': id, 'sightline.pool': pool, 'sightline.attempt': token },
    kind: SpanKind.CONSUMER,
    parent: trace,
  })

export function createExecution(options: ExecutionOptions): Execution {
  const { store, kinds, metrics, room, closing, over, abandon, log } = options

  async function executed(entry: RunningJob): Promise<void> {
    const { job, stopping } = entry
    const kind = kinds.get(job.kind) as JobKind
    let end: JobEnd | null
    try {
      end = await kind.run(job, {
        signal: stopping.signal,
        progress(value) {
          entry.progress = value
          entry.isProgressNew = true
        },
        isWatched: () => entry.isWatched,
        hold: (tx) => store.hold(tx, job),
      })
    } catch (error) {
      end = await endAfter(error, entry, kind)
    }
    const reason = stopping.signal.reason as StopReason | undefined
    const state = end?.state ?? (reason === undefined || reason === 'closing' ? 'released' : reason)
    trace.getActiveSpan()?.setAttribute('sightline.end', state)
    metrics.ended(job.kind, state, costOf(entry) / 1000)
    if (reason === 'lost' || over.aborted) return
    const stored = end ?? (reason === 'cancelled' ? ({ state: 'cancelled' } as const) : null)
    if (!stored) return untilStored(entry, 'return to the queue', (costMs) => store.release(job, costMs))
    await untilStored(entry, 'end', async (costMs) => {
      if (await store.finish(job, stored, costMs)) await after(job, stored)
    })
  }

  /** The end of a job that threw; null when it was stopped, and when it is executed again. */
  async function endAfter(error: unknown, entry: RunningJob, kind: JobKind): Promise<JobEnd | null> {
    const { job, stopping } = entry
    if (error instanceof ClaimOver) stopJob(entry, 'lost')
    if (stopping.signal.aborted) return null
    if (error instanceof RecordOver) return { state: 'cancelled' }
    const reason = kind.reasonOf?.(error) ?? null
    if (reason !== null) return failed(reason)
    if (isAway(error)) {
      log('warning', `The job ${job.id} (${job.kind}) is executed again: ${(error as Error).message}`)
      await sleep(AWAY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      return null
    }
    log('error', `The job ${job.id} (${job.kind}) failed.`, error)
    if (!isDiskFull(error)) return failed(message(kind.failures.fault))
    room.request()
    return failed(message(kind.failures.diskFull))
  }

  /** A job whose change cannot be stored stays with this worker, which renews its lease, until it can. */
  async function untilStored(
    entry: RunningJob,
    change: string,
    work: (costMs: number) => Promise<unknown>,
  ): Promise<void> {
    const { job } = entry
    const costMs = costOf(entry)
    for (let attempt = 1; !over.aborted; attempt++) {
      const isLast = closing.aborted
      try {
        await work(costMs)
        return
      } catch (error) {
        log('error', `The ${change} of the job ${job.id} (${job.kind}) could not be stored.`, error)
        if (isLast || (attempt >= STORE_ATTEMPTS && !isDiskFull(error) && !isAway(error))) {
          return abandon()
        }
        await sleep(STORE_AGAIN_MS, undefined, { ref: false, signal: closing }).catch(() => undefined)
      }
    }
  }

  async function after(job: JobRow, end: JobEnd): Promise<void> {
    try {
      await kinds.get(job.kind)?.after?.(job, end)
    } catch (error) {
      log('error', `The job ${job.id} (${job.kind}) has ended, but its leftovers could not be removed.`, error)
    }
  }

  return {
    execute: (entry) => spanOf(entry.job, () => withLogContext({ job_id: entry.job.id }, () => executed(entry))),
    after,
  }
}
