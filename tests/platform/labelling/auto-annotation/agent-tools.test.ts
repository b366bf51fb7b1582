/** Auto-annotation by an agent over MCP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BatchJob, PromptResult } from '../../../../src/shared/api/auto-annotate.ts'
import { type Agent, connectAgent } from '../../agents/mcp/agent.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { createDesk } from './batch-desk.ts'

let h: Harness
let agent: Agent
let images: string[]
beforeEach(async () => {
  h = await joinPlatform()
  const desk = createDesk(h)
  images = await desk.images(await desk.dataset(), 2)
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.member })
})
afterEach(async () => {
  await agent.close()
  await h.close()
})

it('outlines objects, and says what a text needs', async () => {
  const image = { dataset_name: 'Street', image_filename: '0.jpg' }
  const at = await agent.call<PromptResult>('auto_annotate_point', { ...image, x: 100, y: 200 })
  expect(at).toMatchObject({ status: 'success', annotations: [{ type: 'polygon' }], segmenter: 'grabcut' })
  const box = { x: 10, y: 20, w: 30, h: 40 }
  const within = await agent.call<PromptResult>('auto_annotate_box', { ...image, name: 'car', box })
  expect(within).toMatchObject({ status: 'success', annotations: [{ name: 'car', bounding_box: box }] })
  expect(await agent.fail('auto_annotate_text', { ...image, text_prompt: 'car' })).toContain('install-sam3')
})

it('annotates a data set as a job', async () => {
  const desk = createDesk(h)
  const model_id = await desk.modelOf()
  const asked = { dataset_name: 'Street', image_filenames: images, model_id }
  const { job_id } = await agent.call<BatchJob>('auto_annotate_dataset', asked)
  expect(await desk.over(job_id)).toMatchObject({ status: 'completed', total_annotations_added: 4 })
})
