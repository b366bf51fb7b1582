/** Executes jobs in this process: claims them while slots are free, and renews the leases of all in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind, trace } from '@opentelemetry/api'
import type { JobProgress } from '../../shared/api/jobs.ts'
import { JOB_POOLS, type JobPool } from '../../shared/api/jobs.ts'
import type { JobRow } from '../db/schema/jobs.ts'
import { isDiskFull, type RoomRequests } from '../machine/disk-full.ts'
import type { Log } from '../machine/log.ts'
import { withLogContext } from '../machine/log-context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { traced } from '../tracing/tracing.ts'
import { isAway } from './away.ts'
import type { Claim, JobEnd, JobKind, StopReason } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { JobStore } from './job-store.ts'
import type { Renewal } from './leases.ts'

const RENEW_EVERY_MS = 1500
/** How often jobs of dead workers are searched for; more often when other processes queue jobs. */
const SEARCH_EVERY_MS = 5000
const SEARCH_SHARED_EVERY_MS = 1000
const CLOSE_PATIENCE_MS = 3000
/** Attempts to store an end, except on a full disk and without a database: then until it can be stored. */
const STORE_ATTEMPTS = 3
const STORE_AGAIN_MS = 5000
/** How long a job keeps its slot that met a database or a store which is away. */
const AWAY_MS = 3000

/** Slots of this machine. Short and interactive jobs never wait for long ones. */
export const SLOTS: Readonly<Record<JobPool, number>> = { interactive: 2, short: 2, long: 2, runs: 1 }

export interface SlotRunnerOptions {
  store: JobStore
  kinds: ReadonlyMap<string, JobKind>
  slots?: Readonly<Record<JobPool, number>>
  /** True to execute portable jobs only. */
  isWorker?: boolean
  /** False when no other process works on this database: the jobs of a dead one are taken over without delay. */
  isShared: boolean
  /** Those of this process among several; null where it is the only one. */
  labels?: readonly string[] | null
  metrics: Pick<Metrics, 'claimed' | 'ended'>
  room: Pick<RoomRequests, 'request'>
  log: Log
}

interface Running {
  job: JobRow
  /** False for a job whose slot is that of another one, which waits for it. */
  hasSlot: boolean
  stopping: AbortController
  startedAt: number
  progress: JobProgress | undefined
  isProgressNew: boolean
  isWatched: boolean
  done: Promise<void>
}

/** Below the request, or the job, that queued it. */
const spanOf = ({ id, kind, pool, token, trace }: JobRow, work: () => Promise<void>): Promise<void> =>
  traced(`job ${kind}`, work, {
    attributes: { 'sightline.job_id': id, 'sightline.pool': pool, 'sightline.attempt': token },
    kind: SpanKind.CONSUMER,
    parent: trace,
  })

/** Seconds from its arrival to its claim, both by the clock of the database. */
const waitOf = ({ created_at, started_at }: JobRow): number =>
  started_at === null ? 0 : (Date.parse(started_at) - Date.parse(created_at)) / 1000

export function createSlotRunner(options: SlotRunnerOptions): JobRunner {
  const { store, kinds, metrics, log, slots = SLOTS, isWorker = false, isShared, labels = null } = options
  const searchEveryMs = isShared ? SEARCH_SHARED_EVERY_MS : SEARCH_EVERY_MS
  const running = new Set<Running>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let draining = false
  const closing = new AbortController()
  /** The database is closed: nothing may be stored any more. */
  let over = false
  let filling: Promise<void> | null = null
  let again = false
  let searchedAt = Number.NEGATIVE_INFINITY
  let renewedAt = Number.NEGATIVE_INFINITY
  let ticking: Promise<void> | null = null

  const inPool = (pool: JobPool) => [...running].filter((r) => r.hasSlot && r.job.pool === pool).length
  const ofKind = (kind: string) => [...running].filter((r) => r.hasSlot && r.job.kind === kind).length
  const free = (pool: JobPool) =>
    [...kinds.values()]
      .filter(
        (k) =>
          k.pool === pool && (k.isPortable || !isWorker) && ofKind(k.kind) < (k.atOnce ?? Number.POSITIVE_INFINITY),
      )
      .map((k) => k.kind)

  async function fillPool(pool: JobPool): Promise<void> {
    while (!closed && !draining && inPool(pool) < slots[pool]) {
      const job = await store.claim(pool, { kinds: free(pool), labels })
      if (!job) return
      launch(job)
    }
  }

  /** One search at a time; a wake during a search starts another one. */
  function fill(): Promise<void> {
    again = true
    filling ??= (async () => {
      try {
        while (again && !closed) {
          again = false
          for (const pool of JOB_POOLS) await fillPool(pool)
        }
      } catch (error) {
        log('error', 'Jobs could not be started.', error)
      } finally {
        filling = null
      }
    })()
    return filling
  }

  function launch(job: JobRow, hasSlot = true): Running {
    const entry: Running = {
      job,
      hasSlot,
      stopping: new AbortController(),
      startedAt: performance.now(),
      progress: undefined,
      isProgressNew: false,
      isWatched: false,
      done: Promise.resolve(),
    }
    if (running.size === 0) renewedAt = performance.now()
    running.add(entry)
    // Claimed while the runner was closing.
    if (closed) stopEntry(entry, 'closing')
    // A job that was claimed before did not wait since its arrival.
    if (job.token === 1) metrics.claimed(job.pool, waitOf(job))
    entry.done = spanOf(job, () => withLogContext({ job_id: job.id }, () => execute(entry))).finally(() => {
      running.delete(entry)
      if (!closed) void fill()
    })
    schedule()
    return entry
  }

  async function execute(entry: Running): Promise<void> {
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
      })
    } catch (error) {
      if (stopping.signal.aborted) end = null
      else if (isAway(error)) {
        log('warning', `The job ${job.id} (${job.kind}) is executed again: ${(error as Error).message}`)
        await sleep(AWAY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
        end = null
      } else {
        log('error', `The job ${job.id} (${job.kind}) failed.`, error)
        if (isDiskFull(error)) options.room.request()
        end = { state: 'failed', error: kind.failureOf(error) }
      }
    }
    const reason = stopping.signal.reason as StopReason | undefined
    const state = end?.state ?? (reason === undefined || reason === 'closing' ? 'released' : reason)
    trace.getActiveSpan()?.setAttribute('sightline.end', state)
    metrics.ended(job.kind, state, (performance.now() - entry.startedAt) / 1000)
    if (reason === 'lost' || over) return
    const stored = end ?? (reason === 'cancelled' ? ({ state: 'cancelled' } as const) : null)
    if (!stored) return untilStored(entry, 'return to the queue', (costMs) => store.release(job, costMs))
    await untilStored(entry, 'end', async (costMs) => {
      if (await store.finish(job, stored, costMs)) await after(kind, job, stored)
    })
  }

  /** A job whose change cannot be stored stays with this worker, which renews its lease, until it can. */
  async function untilStored(
    { job, startedAt }: Running,
    change: string,
    work: (costMs: number) => Promise<unknown>,
  ): Promise<void> {
    const costMs = performance.now() - startedAt
    for (let attempt = 1; !over; attempt++) {
      const isLast = closed
      try {
        await work(costMs)
        return
      } catch (error) {
        log('error', `The ${change} of the job ${job.id} (${job.kind}) could not be stored.`, error)
        if (isLast || (attempt >= STORE_ATTEMPTS && !isDiskFull(error) && !isAway(error))) return
        await sleep(STORE_AGAIN_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  async function after(kind: JobKind | undefined, job: JobRow, end: JobEnd): Promise<void> {
    try {
      await kind?.after?.(job, end)
    } catch (error) {
      log('error', `The job ${job.id} (${job.kind}) has ended, but its leftovers could not be removed.`, error)
    }
  }

  function stopEntry(entry: Running, reason: StopReason): void {
    if (!entry.stopping.signal.aborted) entry.stopping.abort(reason)
  }

  async function renew(): Promise<void> {
    renewedAt = performance.now()
    if (running.size === 0) return
    const renewals = [...running].map((entry): Renewal => {
      const { id, token } = entry.job
      const change = entry.isProgressNew ? { id, token, progress: entry.progress } : { id, token }
      entry.isProgressNew = false
      return change
    })
    try {
      const { lost, cancel, watched } = await store.renew(renewals)
      for (const entry of running) {
        const isEntry = ({ id, token }: Claim) => id === entry.job.id && token === entry.job.token
        entry.isWatched = watched.some(isEntry)
        if (lost.some(isEntry)) stopEntry(entry, 'lost')
        else if (cancel.some(isEntry)) stopEntry(entry, 'cancelled')
      }
    } catch (error) {
      for (const entry of running) entry.isProgressNew = entry.progress !== undefined
      log('error', 'Running jobs could not renew their leases.', error)
    }
  }

  async function recover(alone: boolean): Promise<void> {
    try {
      for (const { job, end } of await store.recover({ alone })) await after(kinds.get(job.kind), job, end)
    } catch (error) {
      log('error', 'Jobs of ended workers could not be taken over.', error)
    }
  }

  async function tick(): Promise<void> {
    // First, so that this worker never takes its own jobs away, however long the process was held up.
    await renew()
    if (performance.now() - searchedAt >= searchEveryMs) {
      searchedAt = performance.now()
      await recover(false)
      await fill()
    }
  }

  function schedule(): void {
    if (closed || ticking) return
    clearTimeout(timer)
    const nextSearch = searchedAt + searchEveryMs
    const next = running.size > 0 ? Math.min(renewedAt + RENEW_EVERY_MS, nextSearch) : nextSearch
    timer = setTimeout(
      () => {
        ticking = tick().finally(() => {
          ticking = null
          schedule()
        })
      },
      Math.max(0, next - performance.now()),
    ).unref()
  }

  return {
    wake() {
      if (!closed) void fill()
    },
    stop(id) {
      for (const entry of running) if (entry.job.id === id) stopEntry(entry, 'cancelled')
    },
    async executeNow(id) {
      const job = closed ? null : await store.claimById(id)
      if (!job) return false
      await launch(job, false).done
      return true
    },
    async start() {
      await recover(!isShared)
      searchedAt = performance.now()
      void fill()
      schedule()
    },
    running: () => running.size,
    async drain() {
      draining = true
      await filling
      while (running.size > 0) await Promise.all([...running].map((entry) => entry.done))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.all([ticking, filling])
      const entries = [...running]
      for (const entry of entries) stopEntry(entry, 'closing')
      closing.abort()
      await Promise.race([Promise.all(entries.map((e) => e.done)), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
      over = true
    },
  }
}
