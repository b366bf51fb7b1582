/** Compares a platform that has come to rest with the writes that it had acknowledged. */
import { expect } from 'vitest'
import { recount } from '../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { eventually } from '../../setup/eventually.ts'
import type { Receiver } from '../support/receiver.ts'
import { type createCaller, DATASET, type Known, type Load } from './load-clients.ts'

/** Objects whose value is none of those that they can have. */
const wrong = (known: Known, found: ReadonlyMap<string, string | null>) =>
  [...known]
    .map(([name, values]) => ({ name, values: [...values], found: found.get(name) ?? null }))
    .filter(({ values, found }) => !values.includes(found))

export async function expectAcknowledged(db: Database, load: Load): Promise<void> {
  const workflows = await db.selectFrom('workflows').select(['name', 'description']).execute()
  expect(wrong(load.workflows, new Map(workflows.map((w) => [w.name, w.description])))).toEqual([])
  const endpoints = await db.selectFrom('webhook_endpoints').select(['url', 'description']).execute()
  expect(wrong(load.webhooks, new Map(endpoints.map((e) => [e.url, e.description])))).toEqual([])
  const boxes = await db
    .selectFrom('images as i')
    .leftJoin('annotations as a', 'a.image_id', 'i.id')
    .select(['i.filename', 'a.geometry'])
    .execute()
  const x = (geometry: string | null) => geometry && `${JSON.parse(geometry).bounding_box?.x ?? JSON.parse(geometry).x}`
  expect(wrong(load.annotations, new Map(boxes.map((b) => [b.filename, x(b.geometry)])))).toEqual([])
  const images = await db.selectFrom('images').select(['filename', 'status']).execute()
  expect(wrong(load.statuses, new Map(images.map((image) => [image.filename, image.status])))).toEqual([])
  const ids = async (table: 'workflow_runs' | 'video_extractions' | 'jobs') =>
    new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id))
  const [runs, extractions, jobs] = [await ids('workflow_runs'), await ids('video_extractions'), await ids('jobs')]
  expect(load.runs.filter((id) => !runs.has(id) || !jobs.has(id))).toEqual([])
  expect(load.extractions.filter((id) => !extractions.has(id) || !jobs.has(id))).toEqual([])
}

/** Requests with an Idempotency-Key were carried out once, although they were sent again. */
export async function expectOnce(db: Database, load: Load): Promise<void> {
  const runs = await db.selectFrom('workflow_runs').select('id').execute()
  expect(runs.length).toBe(load.requestedRuns)
}

/** The bytes of all images that are there, with those of uncertain ones. */
export async function expectImages(db: Database, load: Load, call: ReturnType<typeof createCaller>): Promise<void> {
  const images = await db.selectFrom('images').select(['id', 'filename']).where('filename', 'like', 'image-%').execute()
  const found = new Map<string, string>()
  for (const { id, filename } of images) {
    const { body } = await call<unknown>('GET', `/images/${id}/content`)
    found.set(filename, typeof body === 'string' ? body : JSON.stringify(body))
  }
  expect(wrong(load.images, found)).toEqual([])
}

export async function restOf(db: Database): Promise<void> {
  const rest = async () => {
    const live = await db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'running']).execute()
    const pending = await db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').execute()
    const behind = await db
      .selectFrom('event_counters as c')
      .innerJoin('event_consumers as k', 'k.organization_id', 'c.organization_id')
      .whereRef('k.position', '<', 'c.position')
      .select('k.name')
      .execute()
    return live.length + pending.length + behind.length === 0
  }
  await eventually(rest)
}

/** No job is stuck, lanes count right, and every run and extraction has ended. */
export async function expectJobs(db: Database): Promise<void> {
  expect(await db.selectFrom('job_leases').select('job_id').execute()).toEqual([])
  const lanes = await db.selectFrom('lanes').select(['queued', 'running']).execute()
  expect(lanes.filter(({ queued, running }) => queued !== 0 || running !== 0)).toEqual([])
  const runs = await db
    .selectFrom('workflow_runs as r')
    .leftJoin('jobs as j', 'j.id', 'r.id')
    .select(['r.id', 'r.status', 'j.state'])
    .execute()
  const expected = { completed: ['done'], cancelled: ['cancelled'], error: ['failed', 'cancelled', 'parked'] }
  const isOdd = ({ status, state }: (typeof runs)[number]) =>
    !(expected[status as keyof typeof expected] ?? []).includes(state ?? 'none')
  expect(runs.filter(isOdd)).toEqual([])
  const open = db.selectFrom('video_extractions').select('id').where('status', '=', 'processing')
  expect(await open.execute()).toEqual([])
}

/** Every end has one event, which was delivered at least once, always under one id. */
export async function expectEvents(db: Database, receiver: Receiver): Promise<void> {
  const rows = await db.selectFrom('events').select(['organization_id', 'position', 'payload']).execute()
  const ids = rows.map(({ payload }) => JSON.parse(payload)).map(({ run_id, job_id }) => (run_id ?? job_id) as string)
  const runs = await db.selectFrom('workflow_runs').select('id').where('status', '!=', 'cancelled').execute()
  const extractions = await db.selectFrom('video_extractions').select('id').execute()
  expect(ids.sort()).toEqual([...runs, ...extractions].map(({ id }) => id).sort())
  for (const organization of new Set(rows.map((row) => row.organization_id))) {
    const positions = rows.filter((row) => row.organization_id === organization).map((row) => Number(row.position))
    expect(positions.sort((a, b) => a - b)).toEqual(positions.map((_, i) => i + 1))
  }
  const deliveries = new Map<string, Set<unknown>>()
  for (const { body, headers } of receiver.taken) {
    const { run_id } = JSON.parse(body).data
    const seen = deliveries.get(run_id) ?? new Set()
    deliveries.set(run_id, seen.add(headers['x-service-delivery-id']))
  }
  // Webhooks report runs only.
  expect(runs.filter(({ id }) => deliveries.get(id)?.size !== 1)).toEqual([])
}

export async function expectLedger(db: Database): Promise<void> {
  const accounts = await db.selectFrom('accounts').selectAll().execute()
  const lines = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_txns as t', 't.id', 'l.txn_id')
    .select(['t.organization_id', 't.id', 't.key', 'l.kind', 'l.amount'])
    .execute()
  const sum = (numbers: readonly (number | string)[]) => numbers.reduce<number>((a, b) => a + Number(b), 0)
  expect(lines.length).toBeGreaterThan(0)
  for (const id of new Set(lines.map((line) => line.id))) {
    expect(sum(lines.filter((line) => line.id === id).map((line) => line.amount))).toBe(0)
  }
  for (const { organization_id, kind, balance } of accounts) {
    const own = lines.filter((line) => line.organization_id === organization_id && line.kind === kind)
    expect(Number(balance), kind).toBe(sum(own.map((line) => line.amount)))
    if (kind === 'held') expect(Number(balance)).toBe(0)
  }
  const runs = await db.selectFrom('workflow_runs').select(['id', 'cost_micro_usd']).execute()
  const costs = sum(lines.filter((line) => line.kind === 'earned').map((line) => line.amount))
  expect(sum(runs.map((run) => run.cost_micro_usd))).toBe(costs)
}

/** Counters agree with the rows, and the audit log with the workflows that were created and deleted. */
export async function expectRecords(db: Database): Promise<void> {
  const { id } = await db.selectFrom('datasets').select('id').where('name', '=', DATASET).executeTakeFirstOrThrow()
  const counters = async () => {
    const rows = await db.selectFrom('dataset_counters').selectAll().where('dataset_id', '=', id).execute()
    const there = rows.filter(({ images, amount }) => Number(images) !== 0 || Number(amount) !== 0)
    return there.map(({ kind, key, images, amount }) => `${kind} ${key} ${images} ${amount}`).sort()
  }
  const before = await counters()
  await recount(db, id)
  expect(before).toEqual(await counters())
  const entries = await db.selectFrom('audit_log').select('action').where('outcome', '=', 'done').execute()
  const count = (action: string) => entries.filter((entry) => entry.action === action).length
  const workflows = await db.selectFrom('workflows').select('name').where('name', 'like', 'workflow-%').execute()
  // One more was created for the runs.
  expect(count('workflows.create') - 1 - count('workflows.delete')).toBe(workflows.length)
}
