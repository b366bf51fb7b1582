/** Executes jobs in this process: claims them while slots are free, and takes over those of processes that have died. */
import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_POOLS, type JobPool } from '../../../shared/api/jobs.ts'
import { createOneAtATime } from '../../db/one-at-a-time.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { RoomRequests } from '../../machine/disk-full.ts'
import type { Log } from '../../machine/log.ts'
import { createExecution } from './execute-job.ts'
import type { Claim, JobKind } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { JobStore } from './job-store.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { renewJobs } from './renew-jobs.ts'
import { claimOf, costOf, isSameClaim, newRunningJob, type RunningJob, stopJob } from './running-job.ts'

const RENEW_EVERY_MS = 1500
/** How often jobs are searched for that other processes have queued, or held when they died. */
const SEARCH_EVERY_MS = 1000
const CLOSE_PATIENCE_MS = 3000
const RELEASE_PATIENCE_MS = 1000
/** Slots of this machine. Short and interactive jobs never wait for long ones. */
export const SLOTS: Readonly<Record<JobPool, number>> = { interactive: 2, short: 2, long: 2, runs: 1 }

export interface SlotRunnerOptions {
  store: JobStore
  kinds: ReadonlyMap<string, JobKind>
  slots?: Readonly<Record<JobPool, number>>
  /** True to execute portable jobs only. */
  isWorker?: boolean
  /** True when no other process can work on this database: a claim that is not of this process is then nobody's. */
  soleProcess: boolean
  /** Keeps leases that other processes would take over; null where there are no others. */
  keeper: LeaseKeeper | null
  /** Jobs that need one of these labels are executed too. */
  labels: readonly string[]
  metrics: Pick<Metrics, 'claimed' | 'ended'>
  room: Pick<RoomRequests, 'request'>
  log: Log
}

/** Seconds from its arrival to its claim, both by the clock of the database. */
const waitOf = ({ created_at, started_at }: JobRow): number =>
  started_at === null ? 0 : (Date.parse(started_at) - Date.parse(created_at)) / 1000

export function createSlotRunner(options: SlotRunnerOptions): JobRunner {
  const { store, kinds, metrics, log, slots = SLOTS, isWorker = false, soleProcess, keeper, labels } = options
  const running = new Set<RunningJob>()
  /** Claims and recoveries take turns: recovery would take a claim away whose job is not among the running ones yet. */
  const inTurn = createOneAtATime()
  let timer: NodeJS.Timeout | undefined
  let draining = false
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted
  /** Aborted when the database closes: nothing may be stored any more. */
  const over = new AbortController()
  let filling: Promise<void> | null = null
  let again = false
  /** True when claims may be there that nobody holds: those of a process before this one, or one whose reply was lost. */
  let mayBeAbandoned = true
  let searchedAt = Number.NEGATIVE_INFINITY
  let renewedAt = Number.NEGATIVE_INFINITY
  let ticking: Promise<void> | null = null
  const abandon = () => {
    mayBeAbandoned = true
  }
  const { execute, after } = createExecution({ ...options, abandon, closing: closing.signal, over: over.signal })

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
    while (!isClosed() && !draining && inPool(pool) < slots[pool]) {
      const entry = await claimed(() => store.claim(pool, { kinds: free(pool), labels }))
      if (!entry) return
    }
  }

  function claimed(claim: () => Promise<JobRow | null>, hasSlot = true): Promise<RunningJob | null> {
    return inTurn(async () => {
      try {
        const job = await claim()
        return job && launch(job, hasSlot)
      } catch (error) {
        abandon()
        throw error
      }
    })
  }

  /** One search at a time; a wake during a search starts another one. */
  function fill(): Promise<void> {
    again = true
    filling ??= (async () => {
      try {
        while (again && !isClosed()) {
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

  function launch(job: JobRow, hasSlot: boolean): RunningJob {
    const entry = newRunningJob(job, hasSlot)
    if (running.size === 0) renewedAt = performance.now()
    running.add(entry)
    hold()
    // Claimed while the runner was closing.
    if (isClosed()) stopJob(entry, 'closing')
    // A job that was claimed before did not wait since its arrival.
    if (job.token === 1) metrics.claimed(job.pool, waitOf(job))
    entry.done = execute(entry).finally(() => {
      running.delete(entry)
      hold()
      if (!isClosed()) void fill()
    })
    schedule()
    return entry
  }

  const hold = () => keeper?.hold([...running].map(claimOf))

  /** Claims of this process are not taken away, however long it was held up. */
  async function recover(): Promise<void> {
    const isHeld = (claim: Claim) => [...running].some((entry) => isSameClaim(claimOf(entry), claim))
    mayBeAbandoned = false
    try {
      const ended = await inTurn(() => store.recover({ alone: soleProcess, isHeld }))
      for (const { job, end } of ended) await after(job, end)
    } catch (error) {
      abandon()
      log('error', 'Jobs of ended workers could not be taken over.', error)
    }
  }

  async function search(): Promise<void> {
    searchedAt = performance.now()
    if (mayBeAbandoned || !soleProcess) await recover()
    // A claim takes more than a look, and most searches find nothing. What fails here fails there, and is reported.
    if (await store.hasWaiting().catch(() => true)) await fill()
  }

  async function tick(): Promise<void> {
    if (performance.now() - renewedAt >= RENEW_EVERY_MS) {
      renewedAt = performance.now()
      await renewJobs(running, { store, keeper, log })
    }
    if (performance.now() - searchedAt >= SEARCH_EVERY_MS) await search()
  }

  function schedule(): void {
    if (isClosed() || ticking) return
    clearTimeout(timer)
    const nextSearch = searchedAt + SEARCH_EVERY_MS
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

  const release = (entry: RunningJob) =>
    store
      .release(entry.job, costOf(entry))
      .catch((error) => log('warning', `The job ${entry.job.id} counts as lost.`, error))

  return {
    wake() {
      if (!isClosed()) void fill()
    },
    stop(id) {
      for (const entry of running) if (entry.job.id === id) stopJob(entry, 'cancelled')
    },
    async executeNow(id) {
      const entry = isClosed() ? null : await claimed(() => store.claimById(id), false)
      await entry?.done
      return entry !== null
    },
    async start() {
      await recover()
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
      closing.abort()
      clearTimeout(timer)
      await Promise.all([ticking, filling])
      const entries = [...running]
      for (const entry of entries) stopJob(entry, 'closing')
      await Promise.race([Promise.all(entries.map((e) => e.done)), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
      over.abort()
      // Work that does not stop in time is nobody's loss: its claim is over, so that it writes nothing any more.
      await Promise.race([
        Promise.all([...running].map(release)),
        sleep(RELEASE_PATIENCE_MS, undefined, { ref: false }),
      ])
      await keeper?.close()
    },
  }
}
