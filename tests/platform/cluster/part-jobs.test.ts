/** Runs in parts whose parts fail, on a platform that shares its database and its store. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobQueue } from '../../../src/shared/api/jobs.ts'
import type { Inspected } from '../../../src/shared/engine-contract/job.ts'
import type { PartJob, PartPlan, PartResult, RunPart } from '../../../src/shared/engine-contract/parts.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import type { Harness } from '../support/harness.ts'
import { type SharedHarness, withSharedHarness } from './shared-harness.ts'

type PartEnd = Inspected<PartResult>

interface HeldPart {
  given: PartJob
  end(result: PartEnd): void
}

const WHOLE: PartEnd = { ok: true, value: { frames: 15, isRegular: true } }
const part = (first: number, end: number | null): RunPart => ({ first, end, start: null, key: `${first}`.repeat(64) })
const PLAN: PartPlan = { sha256: 'ab'.repeat(32), frames: 30, detected: [part(0, 15), part(1, null)], drawn: [] }

let store: SharedHarness['store']
let dataDir: string
let h: Harness
let held: HeldPart[]
withSharedHarness({ runSlots: 2 }, (shared) => {
  ;({ store, dataDir, h } = shared)
  held = []
  h.engine.planParts = async () => ({ ok: true, value: PLAN })
  h.engine.executePart = (given) => {
    let end: HeldPart['end'] = () => undefined
    const done = new Promise<PartEnd>((resolve) => {
      end = resolve
    })
    writeFileSync(join(given.outDir, 'part.json'), '{}')
    held.push({ given, end })
    return { done, cancel: () => end({ ok: false, error: { code: 'engine_died', message: 'Killed.', node_id: null } }) }
  }
})

const PATIENCE = { timeout: 30_000, interval: 50 }
const begin = async () => h.startRun(await h.createWorkflow('Count'))
const heldParts = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), PATIENCE)
const statusOf = async (id: string) => (await h.getRun(id)).status

async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

describe('a run in parts', () => {
  it('is given the detections of all parts, and leaves no job of a part behind', async () => {
    const id = await begin()
    await heldParts(2)
    expect(held.map(({ given }) => given.part.first).sort()).toEqual([0, 1])
    expect(await h.api('GET', '/jobs/')).toMatchObject({ body: [{ id, kind: 'workflow_run' }] })
    expect((await h.api<{ run_ids: string[] }>('GET', '/workflow-run-queue')).body.run_ids).toEqual([])
    const queues = (await h.api<JobQueue[]>('GET', '/jobs/queues')).body
    expect(queues.find(({ pool }) => pool === 'runs')).toMatchObject({ queued: 0, running: 1 })
    for (const { end } of held) end(WHOLE)
    const run = await h.engine.run(0)
    expect(run.job.parts).toMatchObject({ detected: [expect.any(String), expect.any(String)], drawn: null })
    run.finish()
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
    const left = () => inDatabase((db) => db.selectFrom('jobs').select('id').where('kind', '=', 'run_part').execute())
    await vi.waitFor(async () => expect(await left()).toEqual([]), PATIENCE)
  })

  it.each<[string, PartEnd]>([
    ['fails', { ok: false, error: { code: 'model_failed', ...saidOf(message('run.fault')), node_id: 'detect' } }],
    ['is irregular', { ok: true, value: { frames: 15, isRegular: false } }],
  ])('is executed by one worker when a part %s', async (_, end) => {
    await begin()
    await heldParts(2)
    // The other one ends too: nobody needs it.
    held[0]?.end(end)
    const run = await h.engine.run(0)
    expect(run.job.parts).toBeUndefined()
    run.finish()
  })

  describe('whose videos are drawn meanwhile', () => {
    beforeEach(() => {
      h.engine.planParts = async () => ({ ok: true, value: { ...PLAN, drawn: [part(0, 15), part(2, null)] } })
    })
    const detected = async () => {
      const id = await begin()
      await heldParts(2)
      for (const { end } of held) end(WHOLE)
      return id
    }

    it('measures while others draw, and is given the videos of all parts', async () => {
      const id = await detected()
      const run = await h.engine.run(0)
      expect(run.job.parts).toMatchObject({ detected: [expect.any(String), expect.any(String)], drawn: 'later' })
      await heldParts(4)
      run.progress(30)
      const { frames_done, frames_total } = (await h.getRun(id)).progress
      // Half of the work on all frames is done.
      expect(frames_done / (frames_total as number)).toBeCloseTo(0.5, 1)
      expect(run.drawn).toBeNull()
      for (const { end } of held.slice(2)) end(WHOLE)
      await vi.waitFor(() => expect(run.drawn).toHaveLength(2), PATIENCE)
      run.finish()
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
    })

    it('starts again on one worker when a part can’t be drawn', async () => {
      const id = await detected()
      await heldParts(4)
      held[2]?.end({ ok: false, error: { code: 'engine_died', ...saidOf(message('run.fault')), node_id: null } })
      const again = await h.engine.run(1)
      expect(again.job.parts).toBeUndefined()
      again.finish()
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
    })

    it('fails at once when its engine fails, and stops what is being drawn', async () => {
      const id = await detected()
      const run = await h.engine.run(0)
      await heldParts(4)
      const error = { code: 'disk_full' as const, message: 'The disk is full.', node_id: null }
      run.finish({ status: 'error', error })
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('error'), PATIENCE)
      const live = () =>
        inDatabase((db) => db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'running']).execute())
      await vi.waitFor(async () => expect(await live()).toEqual([]), PATIENCE)
    })

    it('stops both when it is cancelled', async () => {
      const id = await detected()
      const run = await h.engine.run(0)
      await heldParts(4)
      await h.api('POST', `/workflow-runs/${id}/cancel`)
      expect(await statusOf(id)).toBe('cancelled')
      expect(run.cancelled).toBe(true)
    })
  })

  it('ends with the reason when a part has been given up, and does not hold up the next one', async () => {
    const id = await begin()
    await heldParts(2)
    const reason = saidOf(message('jobs.parked', { losses: 3 }))
    await inDatabase(async (db) => {
      const parts = db.selectFrom('jobs').select('id').where('kind', '=', 'run_part').where('state', '=', 'running')
      const [first] = await parts.limit(1).execute()
      const lost = { state: 'parked' as const, error: JSON.stringify(reason) }
      await db
        .updateTable('jobs')
        .set(lost)
        .where('id', '=', first?.id as string)
        .execute()
      await db
        .deleteFrom('job_leases')
        .where('job_id', '=', first?.id as string)
        .execute()
    })
    for (const { end } of held) end(WHOLE)
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('error'), PATIENCE)
    expect((await h.getRun(id)).error).toMatchObject({ code: 'engine_died', message: reason.message })
    h.engine.planParts = async () => ({ ok: true, value: null })
    const next = await begin()
    const run = await h.engine.run(0)
    run.finish()
    await vi.waitFor(async () => expect(await statusOf(next)).toBe('completed'), PATIENCE)
  })

  it('stops all its parts when it is cancelled', async () => {
    const id = await begin()
    await heldParts(2)
    await h.api('POST', `/workflow-runs/${id}/cancel`)
    expect(await statusOf(id)).toBe('cancelled')
    const live = () =>
      inDatabase((db) => db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'running']).execute())
    await vi.waitFor(async () => expect(await live()).toEqual([]), PATIENCE)
    expect(h.engine.runs).toEqual([])
  })

  it('that waits ends when it is cancelled while the store is away, though its parts are there still', async () => {
    await h.api('PATCH', '/workflow-run-queue', { body: { paused: true } })
    const id = await begin()
    await inDatabase((db) =>
      db
        .insertInto('run_parts')
        .values({ run_id: id, plan: JSON.stringify(PLAN) })
        .execute(),
    )
    await store.leave()
    expect((await h.api('POST', `/workflow-runs/${id}/cancel`)).status).toBe(200)
    expect(await statusOf(id)).toBe('cancelled')
  })

  it('waits for a store that is away, and loses no part', async () => {
    const id = await begin()
    await heldParts(2)
    await store.leave()
    for (const { end } of held) end(WHOLE)
    await vi.waitFor(() => expect(h.logged.join('\n')).toContain('does not respond'), PATIENCE)
    expect(await statusOf(id)).toBe('processing')
    await store.comeBack()
    // A part whose results could not be written is executed again.
    const ending = setInterval(() => {
      for (const { end } of held) end(WHOLE)
    }, 100)
    const run = await h.engine.run(0)
    clearInterval(ending)
    expect(run.job.parts?.detected).toHaveLength(2)
    run.finish()
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
  })
})
