import { expect } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import type { Client } from '../../support/own-process.ts'
import { type BeginJob, STREET, shippedModel } from '../../work/jobs/killed-job.ts'
import { ended, exported } from './evaluation-calls.ts'

/** Annotates the data set with the model's own predictions. */
async function annotate(client: Client, model_id: string): Promise<{ export_id: string; objects: number }> {
  const { id: evaluation_id } = await client.modelEvaluations.create({
    body: { model_id, export_id: await exported(client, STREET) },
  })
  const { total_images } = await ended(client, evaluation_id)
  let objects = 0
  for (let position = 0; position < total_images; position++) {
    const params = { evaluation_id, position: String(position) }
    const { filename, predictions } = await client.modelEvaluations.image({ params })
    const annotations = predictions.map((one) => ({
      name: one.class_name,
      type: 'bbox' as const,
      bounding_box: one.bounding_box,
    }))
    objects += annotations.length
    await client.annotations.save({
      params: { dataset: STREET, filename_path: `clip/${filename}` },
      body: { annotations },
    })
  }
  return { export_id: await exported(client, STREET), objects }
}

export const killedEvaluation: BeginJob = async ({ client }) => {
  const model_id = await shippedModel(client)
  const { export_id, objects } = await annotate(client, model_id)
  const evaluate = () => client.modelEvaluations.create({ body: { model_id, export_id } })
  const undisturbed = await ended(client, (await evaluate()).id)
  // Against its own predictions, which overlays have to two decimals, a model is perfect.
  expect(objects).toBeGreaterThan(20)
  expect(undisturbed.overall_metrics).toMatchObject({ tp: objects, fp: 0, fn: 0, map: expect.closeTo(1, 9) })

  const { id } = await evaluate()
  const params = { evaluation_id: id }
  await eventually(async () => (await client.modelEvaluations.get({ params })).evaluated_images > 0)
  return async (again) => {
    const { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images } = undisturbed
    expect(await ended(again.client, id)).toMatchObject({
      status: 'completed',
      evaluated_images: undisturbed.total_images,
      failed_images: 0,
      overall_metrics,
      per_class_metrics,
      confusion_matrix,
      worst_images,
      best_images,
    })
    expect(await again.db.selectFrom('jobs').select(['state', 'losses']).where('id', '=', id).execute()).toEqual([
      { state: 'done', losses: 1 },
    ])
    const stored = again.db.selectFrom('evaluated_images').select('position').where('evaluation_id', '=', id)
    expect(await stored.execute()).toHaveLength(undisturbed.total_images)
  }
}
