/** The state machine of jobs, compared with a model under random sequences of calls. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LOSSES_UNTIL_PARKED } from '../../../../src/platform/work/jobs/claim-ends.ts'
import { ClaimOver } from '../../../../src/platform/work/jobs/claim-over.ts'
import type { Claim } from '../../../../src/platform/work/jobs/job.ts'
import { isSameClaim } from '../../../../src/platform/work/jobs/running-job.ts'
import type { JobState } from '../../../../src/shared/api/jobs.ts'
import { ORGANIZATIONS, type Organization, openQueueDatabase, type QueueDatabase } from './queue-database.ts'

let q: QueueDatabase
beforeAll(async () => {
  q = await openQueueDatabase()
})
afterAll(() => q.close())
beforeEach(() => q.empty())

interface ModelJob {
  id: string
  organization: Organization
  priority: number
  place: number
  state: JobState
  token: number
  losses: number
  isCancelWanted: boolean
  isExpired: boolean
  /** What its worker wrote last. */
  written: string | null
}

interface Model {
  jobs: ModelJob[]
  paused: Set<Organization>
  /** Every claim ever made, the stale ones too. */
  claims: Claim[]
}

const ENDED: readonly JobState[] = ['done', 'failed', 'cancelled', 'parked']
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

const organization = fc.constantFrom(...ORGANIZATIONS)
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('enqueue' as const), organization, priority: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('claim' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('renew' as const, 'release' as const, 'claimById' as const, 'write' as const),
      n: fc.nat(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('done' as const, 'failed' as const), n: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('crash' as const, 'cancel' as const), n: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('recover' as const), held: fc.option(fc.nat()), alone: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pause' as const), organization, paused: fc.boolean() }) },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const holds = (model: Model, claim: Claim): ModelJob | undefined =>
  model.jobs.find((j) => j.id === claim.id && j.state === 'running' && j.token === claim.token)

function claimed(model: Model, job: ModelJob): void {
  job.state = 'running'
  job.token++
  job.isExpired = false
  model.claims.push({ id: job.id, token: job.token })
}

function requeued(job: ModelJob): void {
  job.state = 'queued'
  job.isCancelWanted = false
}

async function execute(model: Model, c: Command): Promise<void> {
  if (c.type === 'enqueue') {
    const id = await q.enqueue(c.organization, { priority: c.priority })
    const fresh = {
      state: 'queued' as const,
      token: 0,
      losses: 0,
      isCancelWanted: false,
      isExpired: false,
      written: null,
    }
    model.jobs.push({ id, organization: c.organization, priority: c.priority, place: model.jobs.length, ...fresh })
  } else if (c.type === 'claim') {
    const waiting = model.jobs.filter((j) => j.state === 'queued' && !model.paused.has(j.organization))
    const job = await q.claim()
    expect(job === null).toBe(waiting.length === 0)
    if (!job) return
    const own = waiting.filter((j) => j.organization === job.organization_id)
    const first = own.sort((a, b) => b.priority - a.priority || a.place - b.place)[0] as ModelJob
    expect([job.id, job.token]).toEqual([first.id, first.token + 1])
    claimed(model, first)
  } else if (c.type === 'pause') {
    await q.store.changeLane(c.organization, 'long', { paused: c.paused })
    if (c.paused) model.paused.add(c.organization)
    else model.paused.delete(c.organization)
  } else if (c.type === 'recover') {
    // A claim of the process that looks for those of dead ones.
    const held = c.held === null ? undefined : pick(model.claims, c.held)
    const isHeld = (claim: Claim) => held !== undefined && isSameClaim(held, claim)
    await q.store.recover({ alone: c.alone, isHeld })
    const isOver = (j: ModelJob) => j.state === 'running' && (c.alone || j.isExpired)
    for (const job of model.jobs.filter((j) => isOver(j) && !isHeld(j))) {
      job.losses++
      if (job.isCancelWanted) job.state = 'cancelled'
      else if (job.losses >= LOSSES_UNTIL_PARKED) job.state = 'parked'
      else requeued(job)
    }
  } else if (c.type === 'claimById') {
    const job = pick(model.jobs, c.n)
    if (!job) return
    expect((await q.store.claimById(job.id)) !== null).toBe(job.state === 'queued')
    if (job.state === 'queued') claimed(model, job)
  } else if (c.type === 'cancel') {
    const job = pick(model.jobs, c.n)
    if (!job) return
    expect((await q.store.cancel(job.organization, job.id)) !== null).toBe(job.state === 'queued')
    if (job.state === 'queued') job.state = 'cancelled'
    else if (job.state === 'running') job.isCancelWanted = true
  } else {
    const claim = pick(model.claims, c.n)
    if (!claim) return
    const job = holds(model, claim)
    if (c.type === 'crash') {
      if (!job) return
      await q.expire(job.id)
      job.isExpired = true
    } else if (c.type === 'renew') {
      const { lost, cancel } = await q.store.renew([{ ...claim, progress: { done: c.n, total: null } }])
      expect(lost).toEqual(job ? [] : [claim])
      expect(cancel).toEqual(job?.isCancelWanted ? [claim] : [])
      if (job) job.isExpired = false
    } else if (c.type === 'write') {
      const subject = String(c.n)
      const writing = q.db.transaction().execute(async (tx) => {
        await q.store.hold(tx, claim)
        await tx.updateTable('jobs').set({ subject }).where('id', '=', claim.id).execute()
      })
      if (!job) return expect(writing).rejects.toThrow(ClaimOver)
      await writing
      job.written = subject
    } else if (c.type === 'release') {
      expect(await q.store.release(claim)).toBe(job !== undefined)
      if (job) requeued(job)
    } else {
      const end =
        c.type === 'done' ? { state: c.type, result: 1 } : { state: 'failed' as const, error: { message: 'x' } }
      expect(await q.store.finish(claim, end, 500)).toBe(job !== undefined)
      if (job) job.state = end.state
    }
  }
}

async function expectSame(model: Model): Promise<void> {
  const rows = await q.db
    .selectFrom('jobs')
    .select(['id', 'state', 'token', 'losses', 'subject'])
    .orderBy('id')
    .execute()
  const expected = model.jobs.map(({ id, state, token, losses, written }) => ({
    id,
    state,
    token,
    losses,
    subject: written,
  }))
  expect(rows).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)))
  const leases = await q.db.selectFrom('job_leases').select(['job_id', 'token']).orderBy('job_id').execute()
  expect(leases).toEqual(rows.filter((r) => r.state === 'running').map((r) => ({ job_id: r.id, token: r.token })))
  for (const lane of await q.db.selectFrom('lanes').selectAll().execute()) {
    const own = model.jobs.filter((j) => j.organization === lane.organization_id)
    const counted = [own.filter((j) => j.state === 'queued').length, own.filter((j) => j.state === 'running').length]
    expect([lane.queued, lane.running]).toEqual(counted)
  }
  const ended = model.jobs.filter((j) => ENDED.includes(j.state))
  expect(q.settled.map(({ id, end }) => `${id} ${end.state}`).sort()).toEqual(
    ended.map((j) => `${j.id} ${j.state}`).sort(),
  )
}

it('loses no job, ends none twice and ignores stale claims, whatever workers do', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 60 }), async (commands) => {
      await q.empty()
      const model: Model = { jobs: [], paused: new Set(), claims: [] }
      for (const c of commands) {
        await execute(model, c)
        await expectSame(model)
      }
      for (const name of model.paused) await execute(model, { type: 'pause', organization: name, paused: false })
      await q.store.recover({ alone: true })
      for (let job = await q.claim(); job; job = await q.claim()) await q.store.finish(job, { state: 'done' })
      expect(new Set(q.settled.map((s) => s.id)).size).toBe(model.jobs.length)
      expect(q.settled.length).toBe(model.jobs.length)
    }),
    { numRuns: 40 },
  )
})

it('parks a job whose worker was lost three times, with the reason', async () => {
  const id = await q.enqueue('a')
  for (let i = 1; i <= LOSSES_UNTIL_PARKED; i++) {
    expect((await q.claim())?.token).toBe(i)
    await q.expire()
    await q.store.recover()
  }
  expect(await q.claim()).toBeNull()
  const { state, error } = await q.row(id)
  expect([state, JSON.parse(error as string)]).toMatchObject(['parked', { text: { code: 'jobs.parked' } }])
})

it('takes a claim away only after the write that it began to store', async () => {
  const id = await q.enqueue('a')
  const job = (await q.claim()) as Claim
  await q.expire()
  const order: string[] = []
  let recovering: Promise<unknown> | undefined
  await q.db.transaction().execute(async (tx) => {
    await q.store.hold(tx, job)
    recovering = q.store.recover().then(() => order.push('taken away'))
    for (const subject of ['1', '2', '3']) await tx.updateTable('jobs').set({ subject }).where('id', '=', id).execute()
    order.push('written')
  })
  await recovering
  expect(order).toEqual(['written', 'taken away'])
  expect(await q.row(id)).toMatchObject({ state: 'queued', subject: '3', losses: 1 })
})

it('does not count a released job as lost', async () => {
  const id = await q.enqueue('a')
  for (let i = 0; i < 5; i++) await q.store.release((await q.claim()) as Claim)
  expect(await q.row(id)).toMatchObject({ state: 'queued', losses: 0, token: 5 })
})

it('keeps the job running when the records of its kind cannot be stored', async () => {
  const { createJobStore } = await import('../../../../src/platform/work/jobs/job-store.ts')
  const broken = createJobStore(q.db, async () => Promise.reject(new Error('full')))
  const id = await q.enqueue('a')
  const job = (await q.claim()) as Claim
  await expect(broken.finish(job, { state: 'done' })).rejects.toThrow('full')
  expect((await q.row(id)).state).toBe('running')
  expect(await q.store.finish(job, { state: 'done' })).toBe(true)
})

it('cancels no job of another organization', async () => {
  const id = await q.enqueue('a')
  expect(await q.store.cancel('b', id)).toBeNull()
  const job = (await q.claim()) as Claim
  await q.store.cancel('b', id)
  expect(await q.store.renew([job])).toEqual({ lost: [], cancel: [], watched: [] })
})
