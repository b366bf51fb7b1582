import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import { root } from '../../support/own-process.ts'
import { type BeginJob, imagesOf, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'
import { settingsOf } from './connection-calls.ts'
import { startStrictStore } from './strict-store.ts'

const DATASET = 'Imported'
const COUNT = 24

export const killedImport: BeginJob = async ({ client }) => {
  const store = await startStrictStore()
  // Each picture with bytes of its own: decoders ignore what follows the end of a picture.
  const picture = readFileSync(join(root, 'docs/screenshots/models-light.webp'))
  for (let n = 0; n < COUNT; n++) store.put(`p/d${n % 3}/${n}.webp`, Buffer.concat([picture, Buffer.from(String(n))]))
  store.put('p/broken.jpg', 'no image')

  await client.datasets.create({ body: { name: DATASET } })
  const { id: connection_id } = await client.storageConnections.create({ body: settingsOf(store) })
  const { id: import_id } = await client.storageConnections.import({
    params: { connection_id },
    body: { project_id: DATASET, prefix: 'p/' },
  })
  await eventually(async () => (await imagesOf(client, DATASET)).length > 3)
  const before = (await imagesOf(client, DATASET)).length
  expect(before).toBeLessThan(COUNT)
  const callsBefore = store.calls.length

  return async (again) => {
    const job = await eventually(async () => {
      const found = await again.client.storageConnections.importJob({ params: { import_id } })
      return ['pending', 'running'].includes(found.status) ? null : found
    }, WHOLE_JOB_MS)
    expect(job).toMatchObject({ status: 'completed', result: { imported: COUNT, skipped: 0, failed: 1 } })
    expect(job.result.failures[0]?.key).toBe('p/broken.jpg')
    const after = await imagesOf(again.client, DATASET)
    expect(new Set(after.map(({ directory_path, filename }) => `${directory_path}/${filename}`)).size).toBe(COUNT)
    expect(after.length).toBe(COUNT)
    expect(after[0]).toMatchObject({ content_type: 'image/webp' })
    // Images that had arrived were not fetched again.
    const calls = store.calls.slice(callsBefore).filter((call) => call.startsWith('GET '))
    expect(calls.length).toBeLessThanOrEqual(COUNT + 1 - before)
    const { db } = again
    const sources = await db
      .selectFrom('image_sources')
      .select('object_key')
      .where('import_id', '=', import_id)
      .execute()
    expect(new Set(sources.map(({ object_key }) => object_key)).size).toBe(COUNT)
    expect(await db.selectFrom('jobs').select('losses').where('id', '=', import_id).execute()).toEqual([{ losses: 1 }])
    await store.close()
  }
}
