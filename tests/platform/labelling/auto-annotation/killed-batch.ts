import { expect } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import type { Client } from '../../support/own-process.ts'
import { type BeginJob, imagesOf, STREET, shippedModel, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'

export async function annotationsOf(client: Client, images: readonly string[]) {
  const found = []
  for (const filename_path of images) {
    const { annotations } = await client.annotations.get({ params: { dataset: STREET, filename_path } })
    found.push(annotations.map(({ name, bounding_box, confidence }) => ({ name, bounding_box, confidence })))
  }
  return found
}

export async function removeAnnotations(client: Client, images: readonly string[]): Promise<void> {
  for (const filename_path of images) {
    await client.annotations.save({ params: { dataset: STREET, filename_path }, body: { annotations: [] } })
  }
}

export const killedBatch: BeginJob = async ({ client }) => {
  const model_id = await shippedModel(client)
  const image_filenames = (await imagesOf(client, STREET)).map(({ id }) => id)
  const start = async () => {
    await removeAnnotations(client, image_filenames)
    return (await client.autoAnnotate.batch({ body: { dataset_name: STREET, image_filenames, model_id } })).job_id
  }
  const read = (by: Client, job_id: string) => by.autoAnnotate.batchStatus({ params: { job_id } })
  const ended = async (by: Client, id: string) => {
    await eventually(async () => (await read(by, id)).status === 'completed', WHOLE_JOB_MS)
    return read(by, id)
  }
  const undisturbed = await ended(client, await start())
  expect(undisturbed.total_annotations_added).toBeGreaterThan(20)
  const expected = await annotationsOf(client, image_filenames)

  const id = await start()
  await eventually(async () => (await read(client, id)).processed_images > 0)
  return async (again) => {
    expect(await ended(again.client, id)).toMatchObject({
      processed_images: undisturbed.processed_images,
      failed_images: 0,
      total_annotations_added: undisturbed.total_annotations_added,
    })
    expect(await annotationsOf(again.client, image_filenames)).toEqual(expected)
  }
}
