import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCharges } from '../../../src/platform/credits/charges.ts'
import { createCredits } from '../../../src/platform/credits/credits.ts'
import { createRunCharges } from '../../../src/platform/credits/run-charges.ts'
import { createRunRepository } from '../../../src/platform/runs/run-repository.ts'
import { eventually } from '../../setup/eventually.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { makeResources, startHarness } from '../support/harness.ts'
import { isInBucket } from '../support/stores.ts'

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

it.skipIf(isInBucket)(
  'interrupts the current run and the waiting ones when it is closed; each can be resumed',
  async () => {
    const before = await start()
    const workflow = await before.createWorkflow('W')
    const ids = [await before.startRun(workflow), await before.startRun(workflow)]
    await before.engine.run(0)
    await before.close()
    const after = await start()
    for (const id of ids) {
      expect(await after.getRun(id)).toMatchObject({ status: 'error', error: { code: 'interrupted' }, resumable: true })
      const { status, body } = await after.api<{ id: string }>('POST', `/workflow-runs/${id}/resume`)
      expect(status).toBe(200)
      const run = await after.engine.run(ids.indexOf(id))
      // There is no checkpoint: the run starts with the first frame.
      expect(run.job).toMatchObject({ runId: body.id, resume: null })
      run.finish()
      await eventually(async () => (await after.getRun(body.id)).status === 'completed')
      expect((await after.getRun(id)).resumable).toBe(false)
    }
    await after.close()
  },
)

it.skipIf(isInBucket)('ends runs of a process that died, with the reason and only their log', async () => {
  const before = await start()
  const workflow = await before.createWorkflow('W')
  const ids = [await before.startRun(workflow), await before.startRun(workflow)]
  const run = await before.engine.run(0)
  run.write('run.log', 'opened\n', 'text/plain')
  run.write('half.csv', 'half')
  mkdirSync(join(run.job.outDir, '.work-x'))
  writeFileSync(join(run.job.outDir, '.work-x', 'video.mp4'), 'half')
  await before.close()
  // The state that a dead process leaves: closing has cancelled them.
  const db = await openPlatformDatabase(dataDir)
  await db
    .updateTable('workflow_runs')
    .set({ status: 'queued', finished_at: null })
    .where('id', '=', ids[1] as string)
    .execute()
  await db
    .updateTable('workflow_runs')
    .set({ status: 'processing', finished_at: null })
    .where('id', '=', ids[0] as string)
    .execute()
  await db.destroy()

  const after = await start()
  for (const id of ids) {
    const found = await after.getRun(id)
    expect(found).toMatchObject({ status: 'error', error: { code: 'host_restarted' } })
    expect(found.error?.message).toContain('Resume it, or run the workflow again')
    expect(found.resumable).toBe(true)
    expect(found.finished_at).not.toBeNull()
  }
  expect((await after.getRun(ids[0] as string)).artifacts.map((a) => a.name)).toEqual(['run.log'])
  expect((await after.api('GET', `/workflow-runs/${ids[0]}/artifacts/run.log`)).body).toBe('opened\n')
  const { readdirSync } = await import('node:fs')
  expect(readdirSync(run.job.outDir)).toEqual(['run.log'])
  await after.startRun(workflow)
  expect((await after.engine.run(0)).job.workflowName).toBe('W')
  await after.close()
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
  expect(
    await createRunRepository(db, { append: async () => undefined }, charges).save({ ...run, status: 'error' }),
  ).toBeNull()
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
