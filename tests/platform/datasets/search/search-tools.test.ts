/** Agents that search for images. */
import { beforeEach, expect, it } from 'vitest'
import { connectAgent } from '../../agents/mcp/agent.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, jobsEnded, newDataset } from './searching.ts'

let h: Harness
beforeEach(async () => {
  h = await joinPlatform()
})

it('finds images by several tags and by similarity with the tools of an agent', async () => {
  const dataset = await newDataset(h, 'Street')
  const image_id = await addImage(h, dataset, 'a.jpg', 'angle=0 dark blue')
  await addImage(h, dataset, 'b.jpg', 'angle=10 dark')
  await jobsEnded(h)
  const { call, fail, close } = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.viewer })
  expect(await call('search_by_tag', { attributes: ['dark', 'blue'] })).toMatchObject({
    items: [{ filename: 'a.jpg' }],
  })
  expect(await call('search_by_similarity', { image_id })).toMatchObject({ items: [{ filename: 'b.jpg' }] })
  expect(await fail('search_by_tag')).toContain('Name at least one tag')
  await close()
})
