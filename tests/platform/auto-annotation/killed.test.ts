/** A batch of a platform that was killed, with the platform's own process, the real engine and a real model. */
import { expect, it } from 'vitest'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'
import { type Client, kill, ownProcesses } from '../support/own-process.ts'

const { launch } = ownProcesses()

async function framesOf(client: Client, name: string): Promise<string[]> {
  await client.datasets.create({ body: { name } })
  const clip = { dataset_name: name, store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await client.video.extractFrames({ body: { ...clip, sample_fps: 2 } })
  await eventually(async () => (await client.video.extraction({ params: { job_id } })).status === 'complete')
  return (await client.video.extraction({ params: { job_id } })).image_ids as string[]
}

async function annotationsOf(client: Client, dataset: string, images: readonly string[]) {
  const found = []
  for (const filename_path of images) {
    const { annotations } = await client.annotations.get({ params: { dataset, filename_path } })
    found.push(annotations.map(({ name, bounding_box, confidence }) => ({ name, bounding_box, confidence })))
  }
  return found
}

it('continues a batch after kill -9, and saves no annotation twice', { timeout: 180_000 }, async () => {
  const first = await launch()
  const model_id = (await first.client.models.list({ query: {} })).data[0]?.id as string
  const start = async (client: Client, dataset_name: string, image_filenames: string[]) =>
    (await client.autoAnnotate.batch({ body: { dataset_name, image_filenames, model_id } })).job_id
  const read = (client: Client, job_id: string) => client.autoAnnotate.batchStatus({ params: { job_id } })
  const ended = async (client: Client, id: string) => {
    await eventually(async () => (await read(client, id)).status === 'completed')
    return read(client, id)
  }
  const calm = await framesOf(first.client, 'Calm')
  const undisturbed = await ended(first.client, await start(first.client, 'Calm', calm))
  expect(undisturbed.total_annotations_added).toBeGreaterThan(20)
  const expected = await annotationsOf(first.client, 'Calm', calm)

  const killed = await framesOf(first.client, 'Killed')
  const id = await start(first.client, 'Killed', killed)
  await eventually(async () => (await read(first.client, id)).processed_images > 0)
  await kill(first.child)
  const second = await launch(first.key)
  expect(await ended(second.client, id)).toMatchObject({
    ...{ processed_images: undisturbed.processed_images, failed_images: 0 },
    total_annotations_added: undisturbed.total_annotations_added,
  })
  expect(await annotationsOf(second.client, 'Killed', killed)).toEqual(expected)
})
