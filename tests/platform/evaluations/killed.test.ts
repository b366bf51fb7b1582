/** An evaluation of a platform that was killed, with the platform's own process, the real engine and a real model. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import type { FromPlatformProcess, PlatformStart } from '../../../src/shared/bridge/platform-process.ts'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'

type Client = ReturnType<typeof createClient>

const root = fileURLToPath(new URL('../../..', import.meta.url))
let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-killed-evaluation-'))
  children = []
})
afterEach(async () => {
  for (const child of children) await kill(child)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function launch(apiKey?: string) {
  const child = fork(join(root, 'out/node/platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  const start: PlatformStart = {
    ...{ type: 'start', dataDir, resourcesDir: join(root, 'resources') },
    ...{ version: '0.0.0-test', allowLocalFiles: true },
  }
  child.send(start)
  const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
  if (ready.type !== 'ready') throw new Error(`Heard ${JSON.stringify(ready)} instead of ready.`)
  const key = apiKey ?? (ready.apiKey as string)
  return { child, key, client: createClient({ baseUrl: ready.baseUrl, apiKey: key }) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

async function exported(client: Client): Promise<string> {
  const { id: export_id } = await client.exports.create({ body: { dataset: 'Street' } })
  await eventually(async () => (await client.exports.get({ params: { export_id } })).status === 'completed')
  return export_id
}

async function ended(client: Client, evaluation_id: string) {
  await eventually(async () =>
    ENDED.includes((await client.modelEvaluations.get({ params: { evaluation_id } })).status),
  )
  return client.modelEvaluations.get({ params: { evaluation_id } })
}

/** A data set of frames of the demo video, annotated with the model's own predictions. */
async function streetOf(client: Client): Promise<{ model_id: string; export_id: string; objects: number }> {
  const classes = ['car', 'truck', 'bicycle', 'pedestrian'].map((name) => ({ name }))
  await client.datasets.create({ body: { name: 'Street', classes } })
  const clip = { dataset_name: 'Street', store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await client.video.extractFrames({ body: { ...clip, sample_fps: 3 } })
  await eventually(async () => (await client.video.extraction({ params: { job_id } })).status === 'complete')
  const model_id = (await client.models.list({ query: {} })).data[0]?.id as string
  const { id: evaluation_id } = await client.modelEvaluations.create({
    body: { model_id, export_id: await exported(client) },
  })
  const { total_images } = await ended(client, evaluation_id)
  let objects = 0
  for (let position = 0; position < total_images; position++) {
    const params = { evaluation_id, position: String(position) }
    const { filename, predictions } = await client.modelEvaluations.image({ params })
    const annotations = predictions.map((one) => ({
      ...{ name: one.class_name, type: 'bbox' as const, bounding_box: one.bounding_box },
    }))
    objects += annotations.length
    await client.annotations.save({
      params: { dataset: 'Street', filename_path: `clip/${filename}` },
      body: { annotations },
    })
  }
  return { model_id, export_id: await exported(client), objects }
}

it('continues an evaluation after kill -9, and stores each image once', { timeout: 180_000 }, async () => {
  const first = await launch()
  const { model_id, export_id, objects } = await streetOf(first.client)
  const evaluate = (client: Client) => client.modelEvaluations.create({ body: { model_id, export_id } })
  const undisturbed = await ended(first.client, (await evaluate(first.client)).id)
  // Against its own predictions, which overlays have to two decimals, a model is perfect.
  expect(objects).toBeGreaterThan(20)
  expect(undisturbed.overall_metrics).toMatchObject({ tp: objects, fp: 0, fn: 0, map: expect.closeTo(1, 9) })

  const { id } = await evaluate(first.client)
  const read = async (client: Client) => client.modelEvaluations.get({ params: { evaluation_id: id } })
  await eventually(async () => (await read(first.client)).evaluated_images > 0)
  await kill(first.child)
  const second = await launch(first.key)
  const after = await ended(second.client, id)
  const { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images } = undisturbed
  expect(after).toMatchObject({
    ...{ status: 'completed', evaluated_images: undisturbed.total_images, failed_images: 0 },
    ...{ overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images },
  })
  await kill(second.child)
  const db = await openDatabase(join(dataDir, 'sightline.db'))
  try {
    expect(await db.selectFrom('jobs').select(['state', 'losses']).where('id', '=', id).execute()).toEqual([
      { state: 'done', losses: 1 },
    ])
    const stored = db.selectFrom('evaluated_images').select('position').where('evaluation_id', '=', id)
    expect(await stored.execute()).toHaveLength(undisturbed.total_images)
  } finally {
    await db.destroy()
  }
})
