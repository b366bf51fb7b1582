/** Tools that change images, as an agent calls them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { SplitBalance } from '../../../../src/shared/api/image-splits.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { type Agent, connectAgent } from './agent.ts'

let h: Harness
let agent: Agent
let dataset: string
let images: string[]
beforeAll(async () => {
  h = await joinPlatform()
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.member })
})
afterAll(async () => {
  await agent.close()
  await h.close()
})
beforeEach(async () => {
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body.id
  images = []
  for (const i of [1, 2, 3, 4]) {
    const gcs_uri = await h.upload(`${i}.jpg`, `IMAGE ${i}`, 'image/jpeg')
    images.push((await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri } })).body.id)
  }
})

const find = async (image: string) => (await h.api<Image>('GET', `/images/?dataset=${dataset}&filename=${image}`)).body

it('archives an image, and deletes it permanently only for an admin', async () => {
  const [image_id] = images as [string]
  expect(await agent.call('delete_image', { dataset, image_id })).toMatchObject({ processed: 1, operation: 'archived' })
  expect(await find(image_id)).toMatchObject({ is_archived: true })
  expect(await agent.fail('delete_image', { dataset, image_id, permanent: true })).toMatch(/needs the role admin/)
  const admin = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.admin })
  expect(await admin.call('delete_image', { dataset, image_id, permanent: true })).toMatchObject({
    operation: 'deleted',
  })
  await admin.close()
  expect(await agent.fail('delete_image', { dataset, image_id })).toMatch(/None of these images/)
})

it('sets the status and the split of images', async () => {
  const [image_id] = images as [string]
  await agent.call('review_image', { dataset, image_id, status: 'review' })
  expect(await agent.call('set_image_split', { dataset, image_ids: images, split: 'test' })).toMatchObject({
    processed: 4,
  })
  expect(await find(image_id)).toMatchObject({ status: 'review', split: 'test' })
})

it('distributes the images over the splits', async () => {
  const result = await agent.call<SplitBalance>('rebalance_dataset_splits', {
    dataset,
    train: 0.5,
    valid: 0.25,
    test: 0.25,
  })
  expect(result.counts).toEqual({ train: 2, valid: 1, test: 1 })
})
