/** Runs whose worker is lost between their end and what follows from it, on a platform that shares its database and its store. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Dataset } from '../../../src/shared/api/datasets.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { annotatingGraph } from '../support/graphs.ts'
import type { Harness } from '../support/harness.ts'
import { withSharedHarness } from './shared-harness.ts'

let dataDir: string
let h: Harness
withSharedHarness({}, (shared) => {
  ;({ dataDir, h } = shared)
})

const PATIENCE = { timeout: 30_000, interval: 50 }

it('has its annotations taken over by the next worker, from the store, once', async () => {
  const { id: dataset } = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body
  const images = async () =>
    (await h.api<Dataset>('GET', `/datasets/${dataset}?include_images=true`)).body.images?.map(({ id }) => id) ?? []
  const id = await h.startRun(await h.createWorkflow('Annotate', annotatingGraph(dataset)))
  const run = await h.engine.run(0)
  const picture = run.write('frame.jpg', 'IMAGE frame', 'image/jpeg')
  const line = {
    record: 'image',
    frame_index: 0,
    time_s: 0,
    image_id: null,
    filename: 'frame.jpg',
    picture: 'frame.jpg',
  }
  const box = { id: '0190c6d4-0000-8000-8000-000000000001', name: 'car', type: 'bbox', confidence: 0.9 }
  const annotations = [{ ...box, bounding_box: { x: 1, y: 2, w: 3, h: 4 } }]
  const lines = [{ record: 'header' }, { ...line, width: 1280, height: 720, annotations }]
  const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('')
  const records = { ...run.write('out-annotations.jsonl', text, 'application/x-ndjson'), node_id: 'out' }
  run.finish({ artifacts: [records, picture].map((file) => ({ ...file, kind: 'annotations' as const })) })
  await vi.waitFor(async () => expect(await images()).toHaveLength(1), PATIENCE)
  await vi.waitFor(
    async () => expect((await h.api('GET', `/jobs/${id}`)).body).toMatchObject({ state: 'done' }),
    PATIENCE,
  )

  // The state of a worker that was killed after it had stored the end of the run, on a machine that is lost.
  const [before] = await images()
  rmSync(join(dataDir, 'runs', id), { recursive: true })
  const db = await openPlatformDatabase(dataDir)
  try {
    await db
      .deleteFrom('images')
      .where('id', '=', before as string)
      .execute()
    await db.updateTable('annotation_intakes').set({ state: 'waiting' }).where('run_id', '=', id).execute()
    await db.updateTable('lanes').set({ running: 1 }).where('pool', '=', 'runs').execute()
    await db.updateTable('jobs').set({ state: 'running', finished_at: null }).where('id', '=', id).execute()
    const { token } = await db.selectFrom('jobs').select('token').where('id', '=', id).executeTakeFirstOrThrow()
    const lease = { job_id: id, token, until: '2000-01-01T00:00:00.000Z', progress: null, cancel: 0 as const }
    await db
      .insertInto('job_leases')
      .values({ ...lease, watched_until: null })
      .execute()
    await vi.waitFor(async () => expect(await images()).toHaveLength(1), PATIENCE)
    const state = async () => (await h.api<{ state: string }>('GET', `/jobs/${id}`)).body.state
    await vi.waitFor(async () => expect(await state()).toBe('done'), PATIENCE)
    expect(await images()).not.toContain(before)
    expect((await h.getRun(id)).status).toBe('completed')
    expect(h.engine.runs).toHaveLength(1)
  } finally {
    await db.destroy()
  }
})
