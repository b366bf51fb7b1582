import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCharges, createCredits } from '../../../../src/platform/accounts/credits/credits.ts'
import { createRunCharges } from '../../../../src/platform/accounts/credits/uptime-charges.ts'
import { createRunRepository } from '../../../../src/platform/workflows/runs/run-repository.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { keepCheckpoint } from './checkpoint.ts'

let dataDir: string
let resourcesDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-restart-'))
  resourcesDir = makeResources()
})
afterEach(() => {
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})
const start = () => startHarness({ dataDir, resourcesDir })

it('keeps workflows, uploads, keys, models and ended runs across a restart', async () => {
  const before = await start()
  const uri = await before.upload('clip.mp4', 'VIDEO kept')
  const workflow = await before.createWorkflow('Kept')
  const id = await before.startRun(workflow)
  const run = await before.engine.run(0)
  run.finish({ artifacts: [run.write('a.csv', 'kept')] })
  await eventually(async () => (await before.getRun(id)).status === 'completed')
  await before.close()

  const after = await start()
  const key = before.keys.owner
  const list = await after.api<{ name: string; last_run_id: string }[]>('GET', '/workflows/', { key })
  expect(list.body).toMatchObject([{ name: 'Kept', last_run_id: id }])
  expect((await after.api('GET', `/workflow-runs/${id}/artifacts/a.csv`, { key })).body).toBe('kept')
  expect((await after.api('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`, { key })).body).toBe('VIDEO kept')
  expect((await after.api<{ total: number }>('GET', '/models/', { key })).body.total).toBe(1)
  await after.close()
})

/** The platform as the app has it: its runs end with it. */
const startApp = () => startHarness({ dataDir, resourcesDir, interruptedRuns: 'end' })

/** The state that a dead process leaves of a run that it was executing, on a database that is closed. */
async function leftBehind(id: string): Promise<void> {
  const db = await openPlatformDatabase(dataDir)
  try {
    await db
      .updateTable('workflow_runs')
      .set({ status: 'processing', error: null, resumable: 0, finished_at: null })
      .where('id', '=', id)
      .execute()
    const { organization_id, pool, state } = await db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.updateTable('jobs').set({ state: 'running', finished_at: null }).where('id', '=', id).execute()
    await db
      .updateTable('lanes')
      .set((e) => ({ running: e('running', '+', 1), ...(state === 'queued' && { queued: e('queued', '-', 1) }) }))
      .where('organization_id', '=', organization_id)
      .where('pool', '=', pool)
      .execute()
    const { token } = await db.selectFrom('jobs').select('token').where('id', '=', id).executeTakeFirstOrThrow()
    const lease = { job_id: id, token, until: '2000-01-01T00:00:00.000Z', progress: null, cancel: 0 as const }
    await db
      .insertInto('job_leases')
      .values({ ...lease, watched_until: null })
      .execute()
  } finally {
    await db.destroy()
  }
}

const eventsOf = async (h: Harness, id: string): Promise<string[]> => {
  const { body } = await h.api<{ events: { type: string; data: { run_id?: string } }[] }>('GET', '/events?after=0')
  return body.events.filter(({ data }) => data.run_id === id).map(({ type }) => type)
}

describe('a server that is closed and started again', () => {
  it('continues its current run and the waiting ones under their ids, and reports none of them as failed', async () => {
    const before = await start()
    const workflow = await before.createWorkflow('W')
    const ids = [await before.startRun(workflow), await before.startRun(workflow)]
    await before.engine.run(0)
    await before.close()
    const after = await start()
    for (const [index, id] of ids.entries()) {
      const run = await after.engine.run(index)
      // There is no checkpoint: the run starts with the first frame.
      expect(run.job).toMatchObject({ runId: id, resume: null })
      run.finish()
      await eventually(async () => (await after.getRun(id)).status === 'completed')
      expect(await eventsOf(after, id)).toEqual(['workflow_run.completed'])
    }
    await after.close()
  })

  it('continues a run from its checkpoint, in the same folder', async () => {
    const before = await start()
    const id = await before.startRun(await before.createWorkflow('W'))
    const first = await before.engine.run(0)
    keepCheckpoint(first)
    await before.close()
    const after = await start()
    const run = await after.engine.run(0)
    expect(run.job).toMatchObject({
      runId: id,
      outDir: first.job.outDir,
      resume: { outDir: first.job.outDir, runId: id },
    })
    expect(await after.getRun(id)).toMatchObject({ status: 'processing', resumed_from: null, error: null })
    run.finish()
    await eventually(async () => (await after.getRun(id)).status === 'completed')
    await after.close()
  })

  it('starts a run over whose checkpoint cannot be used', async () => {
    const before = await start()
    const id = await before.startRun(await before.createWorkflow('W'))
    keepCheckpoint(await before.engine.run(0))
    await before.close()
    const after = await start()
    const refused = { code: 'resume_refused', message: 'Another version.', node_id: null }
    ;(await after.engine.run(0)).finish({ status: 'error', error: refused })
    const run = await after.engine.run(1)
    expect(run.job).toMatchObject({ runId: id, resume: null })
    expect(existsSync(join(run.job.outDir, `.work-${id}`))).toBe(false)
    run.finish()
    await eventually(async () => (await after.getRun(id)).status === 'completed')
    await after.close()
  })

  it('keeps the pause of its queue, and lists a run that waits again as queued', async () => {
    const before = await start()
    const id = await before.startRun(await before.createWorkflow('W'))
    await before.engine.run(0)
    await before.api('PATCH', '/workflow-run-queue', { body: { paused: true } })
    await before.close()
    const after = await start()
    expect((await after.api('GET', '/workflow-run-queue')).body).toEqual({ paused: true, run_ids: [id] })
    expect(await after.getRun(id)).toMatchObject({ status: 'queued', started_at: null, error: null })
    await after.api('PATCH', '/workflow-run-queue', { body: { paused: false } })
    ;(await after.engine.run(0)).finish()
    await eventually(async () => (await after.getRun(id)).status === 'completed')
    await after.close()
  })
})

it('continues the run of a server that died', async () => {
  const before = await start()
  const id = await before.startRun(await before.createWorkflow('W'))
  keepCheckpoint(await before.engine.run(0))
  await before.close()
  await leftBehind(id)
  const after = await start()
  const run = await after.engine.run(0)
  expect(run.job).toMatchObject({ runId: id, resume: { runId: id } })
  run.finish()
  await eventually(async () => (await after.getRun(id)).status === 'completed')
  expect(await eventsOf(after, id)).toEqual(['workflow_run.completed'])
  await after.close()
})

it('gives up a run that has taken its server down three times, and keeps only the log of it', async () => {
  const before = await start()
  const id = await before.startRun(await before.createWorkflow('W'))
  const run = await before.engine.run(0)
  keepCheckpoint(run)
  run.write('run.log', 'opened\n', 'text/plain')
  await before.close()
  await leftBehind(id)
  const db = await openPlatformDatabase(dataDir)
  await db.updateTable('jobs').set({ losses: 2 }).where('id', '=', id).execute()
  await db.destroy()
  const after = await start()
  await eventually(async () => (await after.getRun(id)).artifacts.length === 1)
  const found = await after.getRun(id)
  expect(found).toMatchObject({ status: 'error', resumable: false, error: { code: 'engine_died' } })
  expect(found.error?.message).toContain('3 times')
  expect(readdirSync(run.job.outDir)).toEqual(['run.log'])
  expect((await after.api<{ state: string }>('GET', `/jobs/${id}`)).body.state).toBe('parked')
  expect(await eventsOf(after, id)).toEqual(['workflow_run.failed'])
  expect(after.engine.runs).toEqual([])
  await after.close()
})

describe('the app', () => {
  it('interrupts the current run when it is closed, reports that, and keeps the waiting one queued', async () => {
    const before = await startApp()
    const workflow = await before.createWorkflow('W')
    const [current, waiting] = [await before.startRun(workflow), await before.startRun(workflow)]
    await before.engine.run(0)
    await before.close()

    const after = await startApp()
    const ended = await after.getRun(current)
    expect(ended).toMatchObject({ status: 'error', error: { code: 'interrupted' }, resumable: true })
    expect(await eventsOf(after, current)).toEqual(['workflow_run.failed'])
    const next = await after.engine.run(0)
    expect(next.job.runId).toBe(waiting)
    next.finish()
    await eventually(async () => (await after.getRun(waiting)).status === 'completed')
    const { status, body } = await after.api<{ id: string }>('POST', `/workflow-runs/${current}/resume`)
    expect(status).toBe(200)
    const run = await after.engine.run(1)
    // There is no checkpoint: the run starts with the first frame.
    expect(run.job).toMatchObject({ runId: body.id, resume: null })
    run.finish()
    await eventually(async () => (await after.getRun(body.id)).status === 'completed')
    expect((await after.getRun(current)).resumable).toBe(false)
    await after.close()
  })

  it('ends the run of a process that died, with the reason and only its log, and keeps the waiting one queued', async () => {
    const before = await startApp()
    const workflow = await before.createWorkflow('W')
    const [current, waiting] = [await before.startRun(workflow), await before.startRun(workflow)]
    const run = await before.engine.run(0)
    run.write('run.log', 'opened\n', 'text/plain')
    run.write('half.csv', 'half')
    mkdirSync(join(run.job.outDir, '.work-x'))
    writeFileSync(join(run.job.outDir, '.work-x', 'video.mp4'), 'half')
    await before.close()
    await leftBehind(current)

    const after = await startApp()
    const found = await after.getRun(current)
    expect(found).toMatchObject({ status: 'error', error: { code: 'host_restarted' }, resumable: true })
    expect(found.error?.message).toContain('Resume it, or run the workflow again')
    expect(found.finished_at).not.toBeNull()
    expect(found.artifacts.map((a) => a.name)).toEqual(['run.log'])
    expect((await after.api('GET', `/workflow-runs/${current}/artifacts/run.log`)).body).toBe('opened\n')
    expect(readdirSync(run.job.outDir)).toEqual(['run.log'])
    expect((await eventsOf(after, current)).at(-1)).toBe('workflow_run.failed')
    expect((await after.engine.run(0)).job.runId).toBe(waiting)
    await after.close()
  })

  it('keeps the checkpoint of a run whose process died', async () => {
    const before = await startApp()
    const id = await before.startRun(await before.createWorkflow('W'))
    const run = await before.engine.run(0)
    const work = keepCheckpoint(run)
    run.write('run.log', 'opened\n', 'text/plain')
    run.write('moved.csv', 'whole')
    await before.close()
    await leftBehind(id)
    const after = await startApp()
    const found = await after.getRun(id)
    expect(found).toMatchObject({ status: 'error', resumable: true, error: { code: 'host_restarted' } })
    expect(found.artifacts.map((a) => a.name)).toEqual(['run.log'])
    expect(readdirSync(work).sort()).toEqual(['.checkpoint', 'half.csv', 'moved.csv'])
    const { body } = await after.api<{ id: string }>('POST', `/workflow-runs/${id}/resume`)
    expect((await after.engine.run(0)).job).toMatchObject({ runId: body.id, resume: { runId: id } })
    await after.close()
  })
})

it('never changes a terminal status', async () => {
  const h = await start()
  const id = await h.startRun(await h.createWorkflow('W'))
  ;(await h.engine.run(0)).finish()
  await eventually(async () => (await h.getRun(id)).status === 'completed')
  const run = await h.getRun(id)
  await h.close()
  const db = await openPlatformDatabase(dataDir)
  const now = () => new Date()
  const charges = createRunCharges(createCharges(createCredits(now), now))
  const { token } = await db.selectFrom('jobs').select('token').where('id', '=', id).executeTakeFirstOrThrow()
  await db.updateTable('jobs').set({ state: 'running' }).where('id', '=', id).execute()
  const { save } = createRunRepository(db, { append: async () => undefined }, charges)
  expect(await save({ ...run, status: 'error' }, { id, token })).toBeNull()
  await db.updateTable('jobs').set({ state: 'done' }).where('id', '=', id).execute()
  await db.destroy()
  const after = await start()
  expect((await after.getRun(id)).status).toBe('completed')
  await after.close()
})

it('stores nothing for a worker whose claim is not the last one', async () => {
  const h = await start()
  const id = await h.startRun(await h.createWorkflow('W'))
  const scripted = await h.engine.run(0)
  await eventually(async () => (await h.getRun(id)).status === 'processing')
  const run = await h.getRun(id)
  const db = await openPlatformDatabase(dataDir)
  const now = () => new Date()
  const charges = createRunCharges(createCharges(createCredits(now), now))
  const events: unknown[] = []
  const append = async () => void events.push(0)
  const { save } = createRunRepository(db, { append }, charges)
  const { token } = await db.selectFrom('jobs').select('token').where('id', '=', id).executeTakeFirstOrThrow()
  const ended = { ...run, status: 'completed' as const }
  expect(await save({ ...run, media: null }, { id, token: token - 1 })).toBeNull()
  expect(await save(ended, { id, token: token - 1 })).toBeNull()
  expect([events, (await h.getRun(id)).status]).toEqual([[], 'processing'])
  expect(await save(run, { id, token })).toMatchObject({ id })
  expect(await save(ended, { id, token })).toMatchObject({ id })
  expect(events).toHaveLength(1)
  await db.destroy()
  scripted.finish()
  await h.close()
})

it('lets only one platform use a data folder, and another one once the first is closed', async () => {
  const first = await start()
  await expect(start()).rejects.toMatchObject({ code: 'data_dir_in_use', message: expect.stringContaining(dataDir) })
  await first.close()
  const second = await start()
  await second.close()
})

it('updates the bundled model under its existing id', async () => {
  const before = await start()
  const old = await before.api<{ id: string }>('GET', '/models/street-detector')
  await before.close()
  writeFileSync(join(resourcesDir, 'models/street-detector.onnx'), 'MODEL car bus')
  const after = await start()
  const { body } = await after.api('GET', '/models/street-detector')
  expect(body).toMatchObject({ id: old.body.id, class_mapping: { 0: 'car', 1: 'bus' } })
  await after.close()
})

it('starts without the bundled model when its file is missing, and logs that', async () => {
  rmSync(join(resourcesDir, 'models'), { recursive: true })
  const h = await start()
  expect((await h.api('GET', '/models/street-detector')).status).toBe(404)
  expect(h.logged.join()).toContain('street-detector')
  await h.close()
})
