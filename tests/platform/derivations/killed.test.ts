/** Derivations of a platform that was killed, with its own process and the real engine. */
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'
import { type Client, kill, ownProcesses } from '../support/own-process.ts'

const { launch, database } = ownProcesses()

const imagesOf = async (client: Client) =>
  (await client.datasets.get({ params: { dataset: 'Street' }, query: { include_images: true } })).images ?? []

it('derives from every image once after kill -9', { timeout: 180_000 }, async () => {
  const first = await launch()
  await first.client.datasets.create({ body: { name: 'Street' } })
  const clip = { dataset_name: 'Street', store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await first.client.video.extractFrames({ body: { ...clip, sample_fps: 2 } })
  await eventually(async () => (await first.client.video.extraction({ params: { job_id } })).status === 'complete')
  const tagged = async (client: Client) => client.search.byTags({ query: { attributes: ['landscape'], limit: 500 } })
  await eventually(async () => (await tagged(first.client)).length > 0)
  await kill(first.child)

  const second = await launch(first.key)
  const images = await imagesOf(second.client)
  expect(images.length).toBeGreaterThan(10)
  const found = await eventually(async () => {
    const all = await tagged(second.client)
    return all.length === images.length ? all : null
  })
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(images.map(({ id }) => id)))
  const [{ id: image_id } = { id: '' }] = images
  for (const size of [256, 1024]) {
    const url = `${(images[0] as { thumbnail_url: string }).thumbnail_url}?size=${size}`
    const reply = await fetch(url, { headers: { 'x-api-key': first.key } })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
  }
  const similar = await second.client.search.similar({ query: { image_id, threshold: 0.9 } })
  expect(similar.length).toBe(Math.min(50, images.length - 1))
  await kill(second.child)
  const db = await openDatabase(database())
  const pending = await db.selectFrom('image_derivations').select('image_id').where('state', '!=', 'made').execute()
  expect(pending).toEqual([])
  await db.destroy()
})
