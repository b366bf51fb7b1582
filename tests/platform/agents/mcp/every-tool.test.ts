/** Every tool of the registry, called by an agent: it does its work, or its engine is one that this version lacks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointId } from '../../../../src/shared/api/index.ts'
import type { AgentToolRegistry } from '../../../../src/shared/api/tools.ts'
import type { Things } from '../../../contract/sample.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { createThings } from '../../../contract/things.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { type Agent, connectAgent } from './agent.ts'

let h: Harness
let agent: Agent
let folder: string
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true, allowLocalFiles: true })
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.owner })
  folder = mkdtempSync(join(tmpdir(), 'sightline-folder-'))
  writeFileSync(join(folder, '1.jpg'), 'IMAGE')
})
afterAll(async () => {
  await agent.close()
  await h.close()
  rmSync(folder, { recursive: true })
})
const things = createThings(() => h)

/** The tools that are one call of an endpoint. */
const ENDPOINT_TOOLS: Record<string, EndpointId> = {
  auto_annotate_dataset: 'autoAnnotate.batch',
  list_datasets: 'datasets.list',
  create_dataset: 'datasets.create',
  delete_dataset: 'datasets.delete',
  set_image_split: 'imageSplits.assign',
  rebalance_dataset_splits: 'imageSplits.rebalance',
  get_annotations: 'annotations.get',
  save_annotations: 'annotations.save',
  auto_annotate_point: 'autoAnnotate.point',
  auto_annotate_box: 'autoAnnotate.box',
  search_by_similarity: 'search.similar',
  create_export: 'exports.create',
  list_exports: 'exports.list',
  download_export: 'exports.download',
  list_models: 'models.list',
  download_model: 'models.download',
  list_deployments: 'deployments.list',
  get_deployment: 'deployments.get',
  create_deployment: 'deployments.create',
  delete_deployment: 'deployments.delete',
  get_credit_balance: 'organizations.me',
  validate_connector: 'storageConnections.validate',
  import_from_connector: 'storageConnections.import',
}

const OTHER_TOOLS: Record<string, (t: Things) => Record<string, unknown>> = {
  get_dataset: (t) => ({ dataset: t.dataset, include_images: true }),
  upload_dataset_from_directory: () => ({ directory: folder, dataset: 'Folder' }),
  augment_dataset: (t) => ({ dataset: t.dataset, copies: 1, flip_horizontal: 1 }),
  tile_dataset: (t) => ({ dataset: t.dataset, tile_size: 640 }),
  upload_image: (t) => ({
    dataset: t.dataset,
    filename: 'new.jpg',
    data_base64: Buffer.from('IMAGE').toString('base64'),
  }),
  delete_image: (t) => ({ dataset: t.dataset, image_id: t.image }),
  review_image: (t) => ({ dataset: t.dataset, image_id: t.image, status: 'complete' }),
  search_by_tag: () => ({ attributes: ['dark'] }),
  list_notifications: () => ({ unread_only: true }),
  estimate_credit_cost: () => ({ operation: 'workflow_run', quantity: 100 }),
}

/** Tools that need what this machine or version lacks, with the reason that they give. */
const MISSING: Record<string, readonly [input: (t: Things) => Record<string, unknown>, reason: string]> = {
  train_pipeline: [(t) => ({ dataset: t.dataset }), 'can’t do “train_pipeline” yet'],
  get_training_status: [() => ({ training_id: '1' }), 'can’t do “get_training_status” yet'],
  cancel_training: [() => ({ training_id: '1' }), 'can’t do “cancel_training” yet'],
  auto_annotate_text: [(t) => ({ ...(SAMPLES['autoAnnotate.text'](t).body as object) }), 'SAM 3'],
}

it('are all called by these tests', async () => {
  const { tools } = (await h.api<AgentToolRegistry>('GET', '/tools.json')).body
  const called = [ENDPOINT_TOOLS, OTHER_TOOLS, MISSING].flatMap((some) => Object.keys(some))
  expect(called.sort()).toEqual(tools.map(({ name }) => name).sort())
})

it.each(Object.entries(ENDPOINT_TOOLS))('%s does its work', async (name, id) => {
  const { params, query, body } = SAMPLES[id](await things.of(id))
  const result = await agent.raw(name, { ...params, ...query, ...(body as object | undefined) })
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
})

it.each(Object.entries(OTHER_TOOLS))('%s does its work', async (name, inputOf) => {
  const result = await agent.raw(name, inputOf(await things.of('images.find')))
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
})

it.each(Object.entries(MISSING))('%s says why it cannot', async (name, [inputOf, reason]) => {
  expect(await agent.fail(name, inputOf(await things.of('autoAnnotate.text')))).toContain(reason)
})
