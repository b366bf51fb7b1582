/** A platform that was killed while it made a data set of another one, with its own process and the real engine. */
import { expect, it } from 'vitest'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'
import { type Client, kill, ownProcesses } from '../support/own-process.ts'

const { launch } = ownProcesses()

const imagesOf = async (client: Client, dataset: string) =>
  (await client.datasets.get({ params: { dataset }, query: { include_images: true } })).images ?? []

it('makes every picture once after kill -9, as files of the right size', { timeout: 180_000 }, async () => {
  const first = await launch()
  await first.client.datasets.create({ body: { name: 'Street' } })
  const clip = { dataset_name: 'Street', store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await first.client.video.extractFrames({ body: { ...clip, sample_fps: 2 } })
  await eventually(async () => (await first.client.video.extraction({ params: { job_id } })).status === 'complete')
  const [source, ...others] = await imagesOf(first.client, 'Street')
  const count = 1 + others.length
  const made = await first.client.derivedDatasets.create({
    params: { dataset: 'Street' },
    body: { tile: { rows: 2, columns: 2, overlap: 0 }, min_visible: 0, seed: 0, dry_run: false },
  })
  const target = made.dataset_id as string
  await eventually(async () => (await imagesOf(first.client, target)).length > 0)
  await kill(first.child)

  const second = await launch(first.key)
  const job = await eventually(async () => {
    const found = await second.client.jobs.get({ params: { job_id: made.job_id as string } })
    return ['queued', 'running'].includes(found.state) ? null : found
  })
  expect([job.state, job.error]).toEqual(['done', null])
  const tiles = await imagesOf(second.client, target)
  expect(tiles).toHaveLength(4 * count)
  expect(new Set(tiles.map(({ filename }) => filename)).size).toBe(4 * count)
  const { width, height } = source as { width: number; height: number }
  for (const tile of tiles) expect([tile.width, tile.height]).toEqual([width / 2, height / 2])
  const reply = await fetch((tiles[0] as { image_url: string }).image_url, { headers: { 'x-api-key': second.key } })
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect([reply.headers.get('content-type'), bytes.subarray(0, 2).toString('hex')]).toEqual(['image/jpeg', 'ffd8'])
})
