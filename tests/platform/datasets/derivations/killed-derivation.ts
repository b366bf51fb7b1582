import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import { type Client, root } from '../../support/own-process.ts'
import { type BeginJob, imagesOf, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'

const DATASET = 'Derived from'
const COUNT = 12

const tagged = (client: Client) =>
  client.search.byTags({ query: { attributes: ['landscape'], dataset_name: DATASET, limit: 500 } })

export const killedDerivation: BeginJob = async ({ client, dataDir }) => {
  // Each picture has bytes of its own: decoders ignore what follows the end of a picture.
  const picture = readFileSync(join(root, 'docs/screenshots/models-light.webp'))
  const { id: dataset } = await client.datasets.create({ body: { name: DATASET } })
  for (let n = 0; n < COUNT; n++) {
    const path = join(dataDir, `derived from ${n}.webp`)
    writeFileSync(path, Buffer.concat([picture, Buffer.from(`derived from ${n}`)]))
    await client.images.import({ body: { dataset, gcs_uri: pathToFileURL(path).href, directory_path: '/' } })
  }
  await eventually(async () => (await tagged(client)).length > 0)

  return async (again) => {
    const images = await imagesOf(again.client, DATASET)
    expect(images).toHaveLength(COUNT)
    const found = await eventually(async () => {
      const all = await tagged(again.client)
      return all.length === COUNT ? all : null
    }, WHOLE_JOB_MS)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(images.map(({ id }) => id)))
    const [{ id: image_id, thumbnail_url } = { id: '', thumbnail_url: '' }] = images
    for (const size of [256, 1024]) {
      const reply = await fetch(`${thumbnail_url}?size=${size}`, { headers: { 'x-api-key': again.key } })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    }
    const similar = (await again.client.search.similar({ query: { image_id, threshold: 0.9 } })).map(({ id }) => id)
    expect(similar).toEqual(expect.arrayContaining(images.slice(1).map(({ id }) => id)))
    expect(new Set(similar).size).toBe(similar.length)
    const pending = again.db.selectFrom('image_derivations').select('image_id').where('state', '!=', 'made')
    expect(await pending.execute()).toEqual([])
  }
}
