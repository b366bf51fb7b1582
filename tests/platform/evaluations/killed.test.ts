/** An evaluation of a platform that was killed, with the platform's own process, the real engine and a real model. */
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'
import { type Client, kill, ownProcesses } from '../support/own-process.ts'
import { ended, exported } from './evaluation-calls.ts'

const { launch, database } = ownProcesses()

/** A data set of frames of the demo video, annotated with the model's own predictions. */
async function streetOf(client: Client): Promise<{ model_id: string; export_id: string; objects: number }> {
  const classes = ['car', 'truck', 'bicycle', 'pedestrian'].map((name) => ({ name }))
  await client.datasets.create({ body: { name: 'Street', classes } })
  const clip = { dataset_name: 'Street', store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await client.video.extractFrames({ body: { ...clip, sample_fps: 3 } })
  await eventually(async () => (await client.video.extraction({ params: { job_id } })).status === 'complete')
  const model_id = (await client.models.list({ query: {} })).data[0]?.id as string
  const { id: evaluation_id } = await client.modelEvaluations.create({
    body: { model_id, export_id: await exported(client, 'Street') },
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
  return { model_id, export_id: await exported(client, 'Street'), objects }
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
  const db = await openDatabase(database())
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
