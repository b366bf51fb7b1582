/** An import on a platform that was killed, with the platform's own process and the real engine on real images. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { type Client, kill, ownProcesses, root } from '../support/own-process.ts'
import { settingsOf } from './connection-calls.ts'
import { type StrictStore, startStrictStore } from './strict-store.ts'

const { launch, database } = ownProcesses()

let store: StrictStore
beforeEach(async () => {
  store = await startStrictStore()
  vi.stubEnv('SIGHTLINE_PRIVATE_WEBHOOKS', '1')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

it('continues after kill -9, and stores each image once', { timeout: 180_000 }, async () => {
  // Each picture with bytes of its own: decoders ignore what follows the end of a picture.
  const picture = readFileSync(join(root, 'docs/screenshots/models-light.webp'))
  const COUNT = 24
  for (let n = 0; n < COUNT; n++) store.put(`p/d${n % 3}/${n}.webp`, Buffer.concat([picture, Buffer.from(String(n))]))
  store.put('p/broken.jpg', 'no image')

  const first = await launch()
  await first.client.datasets.create({ body: { name: 'Street' } })
  const { id: connection_id } = await first.client.storageConnections.create({ body: settingsOf(store) })
  const { id: import_id } = await first.client.storageConnections.import({
    params: { connection_id },
    body: { project_id: 'Street', prefix: 'p/' },
  })
  const read = (client: Client) => client.storageConnections.importJob({ params: { import_id } })
  const images = async (client: Client) =>
    (await client.datasets.get({ params: { dataset: 'Street' }, query: { include_images: true } })).images ?? []
  await eventually(async () => (await images(first.client)).length > 3)
  const before = (await images(first.client)).length
  expect(before).toBeLessThan(COUNT)
  await kill(first.child)
  store.calls.length = 0

  const second = await launch(first.key)
  await eventually(async () => !['pending', 'running'].includes((await read(second.client)).status))
  const job = await read(second.client)
  expect(job).toMatchObject({ status: 'completed', result: { imported: COUNT, skipped: 0, failed: 1 } })
  expect(job.result.failures[0]?.key).toBe('p/broken.jpg')
  const after = await images(second.client)
  expect(new Set(after.map(({ directory_path, filename }) => `${directory_path}/${filename}`)).size).toBe(COUNT)
  expect(after.length).toBe(COUNT)
  expect(after[0]).toMatchObject({ content_type: 'image/webp' })
  // Images that had arrived were not fetched again.
  expect(store.calls.filter((call) => call.startsWith('GET ')).length).toBeLessThanOrEqual(COUNT + 1 - before)
  await kill(second.child)
  const db = await openDatabase(database())
  try {
    const sources = await db
      .selectFrom('image_sources')
      .select('object_key')
      .where('import_id', '=', import_id)
      .execute()
    expect(new Set(sources.map(({ object_key }) => object_key)).size).toBe(COUNT)
    const { losses } = await db
      .selectFrom('jobs')
      .select('losses')
      .where('id', '=', import_id)
      .executeTakeFirstOrThrow()
    expect(losses).toBe(1)
  } finally {
    await db.destroy()
  }
})
