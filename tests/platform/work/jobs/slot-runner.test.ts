/** The runner inside the platform, over a real database. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMetrics, type Metrics } from '../../../../src/platform/http/metrics/metrics.ts'
import { createRoomRequests } from '../../../../src/platform/machine/disk-full.ts'
import { type LogContext, logContext } from '../../../../src/platform/machine/log-context.ts'
import type { Hold, JobContext, JobEnd, JobKind } from '../../../../src/platform/work/jobs/job.ts'
import { RecordOver } from '../../../../src/platform/work/jobs/job-record.ts'
import type { JobRunner } from '../../../../src/platform/work/jobs/job-runner.ts'
import type { JobStore } from '../../../../src/platform/work/jobs/job-store.ts'
import { createSlotRunner } from '../../../../src/platform/work/jobs/slot-runner.ts'
import type { JobPool } from '../../../../src/shared/api/jobs.ts'
import { message, saidOf } from '../../../../src/shared/messages/message.ts'
import { eventually } from '../../../setup/eventually.ts'
import { KIND, openQueueDatabase, type QueueDatabase } from './queue-database.ts'

let q: QueueDatabase
let runners: JobRunner[]
let logged: string[]
let contexts: LogContext[]
let metrics: Metrics
beforeEach(async () => {
  q = await openQueueDatabase()
  runners = []
  logged = []
  contexts = []
  metrics = createMetrics('test')
})
afterEach(async () => {
  for (const runner of runners) await runner.close()
  await q.close()
})

interface Execution extends JobContext {
  id: string
  token: number
  end(end: JobEnd | null): void
  fail(error: Error): void
}

interface Worker {
  runner: JobRunner
  executions: Execution[]
  after: string[]
}

interface WorkerOptions {
  slots?: Record<JobPool, number>
  soleProcess?: boolean
  store?: Partial<JobStore>
}

/** A worker whose jobs end when the test says so, or when they are stopped. */
async function startWorker(over: Partial<JobKind> = {}, options: WorkerOptions = {}): Promise<Worker> {
  const { slots, soleProcess = false, store = {} } = options
  const executions: Execution[] = []
  const after: string[] = []
  const kind: JobKind = {
    kind: KIND,
    pool: 'long',
    estimateMs: 100,
    run: ({ id, token }, context) =>
      new Promise((end, fail) => {
        executions.push({ ...context, id, token, end, fail })
        context.signal.addEventListener('abort', () => end(null))
      }),
    failures: { fault: 'export.fault', diskFull: 'export.disk_full' },
    async after(job, end) {
      after.push(`${job.id} ${end.state}`)
    },
    ...over,
  }
  const log = (_level: string, text: string) => {
    logged.push(text)
    contexts.push(logContext())
  }
  const kinds = new Map([[kind.kind, kind]])
  const room = createRoomRequests()
  const runner = createSlotRunner({
    store: { ...q.store, ...store },
    kinds,
    soleProcess,
    keeper: null,
    labels: [],
    metrics,
    room,
    log,
    ...(slots && { slots }),
  })
  runners.push(runner)
  await runner.start()
  return { runner, executions, after }
}
const started = async ({ executions }: Worker, n: number) => {
  await eventually(() => executions.length >= n)
  return executions[n - 1] as Execution
}
const inState = (id: string, state: string) => eventually(async () => (await q.row(id)).state === state)

it('executes a job that was queued before it started, and stores its result', async () => {
  const id = await q.enqueue('a')
  const worker = await startWorker()
  ;(await started(worker, 1)).end({ state: 'done', result: { frames: 3 } })
  await inState(id, 'done')
  expect(JSON.parse((await q.row(id)).result as string)).toEqual({ frames: 3 })
  await eventually(() => worker.after.includes(`${id} done`))
})

it('fills the slots of its pools, with no more jobs of a kind than the kind allows', async () => {
  for (let i = 0; i < 5; i++) await q.enqueue('a')
  const worker = await startWorker({ atOnce: 2 }, { slots: { interactive: 1, short: 1, long: 3, runs: 1 } })
  const first = await started(worker, 2)
  expect(await q.db.selectFrom('lanes').select(['queued', 'running']).execute()).toEqual([{ queued: 3, running: 2 }])
  first.end({ state: 'done' })
  await started(worker, 3)
})

it('reports a job that throws as failed, by the words of its kind', async () => {
  const id = await q.enqueue('a')
  ;(await started(await startWorker(), 1)).fail(new Error('inside'))
  await inState(id, 'failed')
  expect(JSON.parse((await q.row(id)).error as string)).toEqual(saidOf(message('export.fault')))
  expect(logged).toEqual([`The job ${id} (${KIND}) failed.`])
  expect(contexts).toEqual([{ job_id: id }])
  const text = await metrics.registry.metrics()
  expect(text).toContain(`sightline_job_seconds_count{kind="${KIND}",state="failed"} 1`)
  expect(text).toContain('sightline_job_wait_seconds_count{pool="long"} 1')
})

it('reports a full disk by the words of the kind', async () => {
  const id = await q.enqueue('a')
  ;(await started(await startWorker(), 1)).fail(Object.assign(new Error('inside'), { code: 'ENOSPC' }))
  await inState(id, 'failed')
  expect(JSON.parse((await q.row(id)).error as string)).toEqual(saidOf(message('export.disk_full')))
})

it('reports the reason that a kind gives for an error, which is no fault', async () => {
  const id = await q.enqueue('a')
  const worker = await startWorker({ reasonOf: (error) => (error instanceof RangeError ? error : null) })
  ;(await started(worker, 1)).fail(new RangeError('Choose another size.'))
  await inState(id, 'failed')
  expect(JSON.parse((await q.row(id)).error as string)).toEqual({ message: 'Choose another size.' })
  expect(logged).toEqual([])
})

it('cancels a job whose record has ended meanwhile', async () => {
  const id = await q.enqueue('a')
  ;(await started(await startWorker(), 1)).fail(new RecordOver())
  await inState(id, 'cancelled')
  expect(logged).toEqual([])
})

it('stops a job that is cancelled, here and in another process', async () => {
  const [here, there] = [await q.enqueue('a'), await q.enqueue('a')]
  const worker = await startWorker()
  await started(worker, 2)
  await q.store.cancel('a', here)
  worker.runner.stop(here)
  await inState(here, 'cancelled')
  // Without `stop`, as another process would see it: at the next renewal.
  await q.store.cancel('a', there)
  await inState(there, 'cancelled')
  expect(worker.executions.map(({ signal }) => signal.reason)).toEqual(['cancelled', 'cancelled'])
})

it('stores progress with the renewals of the leases', async () => {
  const id = await q.enqueue('a')
  const execution = await started(await startWorker(), 1)
  execution.progress({ done: 1, total: 9 })
  execution.progress({ done: 2, total: 9 })
  await eventually(async () => (await q.store.progress(id)) !== null)
  expect(await q.store.progress(id)).toEqual({ done: 2, total: 9 })
})

it('returns its jobs to the queue when it is closed, and another worker executes them', async () => {
  const id = await q.enqueue('a')
  const first = await startWorker()
  const execution = await started(first, 1)
  await first.runner.close()
  expect(execution.signal.reason).toBe('closing')
  expect(await q.row(id)).toMatchObject({ state: 'queued', losses: 0 })
  const second = await startWorker()
  const { token, end } = await started(second, 1)
  expect(token).toBe(2)
  end({ state: 'done' })
  await inState(id, 'done')
})

it('gives up a job that another worker has taken over, and writes nothing about it', async () => {
  const ends: { signal: AbortSignal; end(end: JobEnd): void }[] = []
  const id = await q.enqueue('a')
  // Such as a process that was stopped for longer than its lease.
  const stalled = await startWorker({ run: (_, { signal }) => new Promise((end) => ends.push({ signal, end })) })
  await eventually(() => ends.length === 1)
  await q.expire()
  await q.store.recover()
  const job = await q.claim()
  expect(job?.token).toBe(2)
  await eventually(() => ends[0]?.signal.reason === 'lost')
  ends[0]?.end({ state: 'done', result: 'stale' })
  await stalled.runner.close()
  expect(await q.row(id)).toMatchObject({ state: 'running', token: 2, result: null })
  expect(stalled.after).toEqual([])
})

it('keeps a job whose lease has lapsed while it was held up', async () => {
  let recoveries = 0
  const store: Partial<JobStore> = {
    // A machine that is far too busy is as late.
    renew: async () => ({ lost: [], cancel: [], watched: [] }),
    async recover(options) {
      const ended = await q.store.recover(options)
      recoveries++
      return ended
    },
  }
  const id = await q.enqueue('a')
  const worker = await startWorker({}, { store })
  const { end } = await started(worker, 1)
  await q.expire()
  const before = recoveries
  await eventually(() => recoveries >= before + 2)
  end({ state: 'done' })
  await inState(id, 'done')
  expect(await q.row(id)).toMatchObject({ token: 1, losses: 0 })
  expect(worker.executions).toHaveLength(1)
})

it('takes over at its start what a dead process holds, where no other one can be alive', async () => {
  const id = await q.enqueue('a')
  await q.claim()
  const { token, end } = await started(await startWorker({}, { soleProcess: true }), 1)
  expect(token).toBe(2)
  end({ state: 'done' })
  await inState(id, 'done')
})

it('executes a job whose claim was stored without a reply, and keeps those that run', async () => {
  let replies = 0
  const store: Partial<JobStore> = {
    async claim(...request) {
      const job = await q.store.claim(...request)
      if (job && ++replies === 2) throw new Error('The reply was lost.')
      return job
    },
  }
  const first = await q.enqueue('a')
  const worker = await startWorker({}, { soleProcess: true, store })
  const running = await started(worker, 1)
  await q.enqueue('a')
  worker.runner.wake()
  expect((await started(worker, 2)).token).toBe(2)
  running.end({ state: 'done' })
  await inState(first, 'done')
  expect(await q.row(first)).toMatchObject({ token: 1, losses: 0 })
})

it('returns a job that does not stop in time to the queue, and counts no loss', async () => {
  const id = await q.enqueue('a')
  let isStarted = false
  const { runner } = await startWorker({
    run: () => {
      isStarted = true
      return new Promise(() => undefined)
    },
  })
  await eventually(() => isStarted)
  await runner.close()
  runners.length = 0
  expect(await q.row(id)).toMatchObject({ state: 'queued', losses: 0 })
})

it('stores nothing for a job that another worker has taken over, and ends it', async () => {
  const id = await q.enqueue('a')
  const rename = (subject: string, hold: Hold) =>
    q.db.transaction().execute(async (tx) => {
      await hold(tx)
      await tx.updateTable('jobs').set({ subject }).where('id', '=', id).execute()
    })
  let go = () => {}
  const taken = new Promise<void>((resolve) => {
    go = resolve
  })
  const signals: AbortSignal[] = []
  await startWorker({
    async run(_, { signal, hold }) {
      signals.push(signal)
      await rename('own', hold)
      await taken
      await rename('stale', hold)
      return { state: 'done' }
    },
  })
  await eventually(async () => (await q.row(id)).subject === 'own')
  await q.expire()
  await q.store.recover()
  expect(await q.claim()).toMatchObject({ id, token: 2 })
  go()
  await eventually(() => signals[0]?.reason === 'lost')
  expect(await q.row(id)).toMatchObject({ state: 'running', token: 2, subject: 'own' })
  expect(logged).toEqual([])
})
