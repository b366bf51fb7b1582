/** Previews over the API; their results are tested with the engine. */
import { beforeAll, expect, it } from 'vitest'
import type { Preview } from '../../../src/shared/engine-contract/preview.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'
import { DEMO_URI, detectingGraph } from '../support/graphs.ts'
import type { Harness } from '../support/harness.ts'
import { joinPlatform } from '../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

it('previews a graph that is not saved', async () => {
  const body = { graph: detectingGraph(), at_seconds: 1.5 }
  const preview = await h.api<Preview>('POST', '/workflows/preview', { body })
  expect(preview.status).toBe(200)
  expect(preview.body.frames).toMatchObject([{ time_s: 1.5, nodes: { det: { events: [] } } }])
})

it('names the block that has no media', async () => {
  const graph = detectingGraph({ kind: 'video', gcs_uri: 'sightline://uploads/gone.mp4' })
  const { status, error } = await h.fail('POST', '/workflows/preview', { body: { graph } })
  expect([status, error.code]).toEqual([400, 'graph_not_runnable'])
  expect(error.details).toMatchObject([{ node_id: 'src', message: expect.stringContaining('Choose it again') }])
})

it('previews two seconds at most', async () => {
  const body = { graph: detectingGraph({ kind: 'video', gcs_uri: DEMO_URI }), window_seconds: 3 }
  const { status, error } = await h.fail('POST', '/workflows/preview', { body })
  expect([status, error.details[0]?.field]).toEqual([422, '/window_seconds'])
})

it.each([
  ['a data set', { kind: 'dataset', dataset_project_id: '' }, 'Choose a data set.'],
  ['an image', { kind: 'image', gcs_uri: '' }, 'Choose an image.'],
])('asks for %s when the choice is empty', async (_, config, message) => {
  const { error } = await h.fail('POST', '/workflows/preview', { body: { graph: detectingGraph(config) } })
  expect(error.details).toMatchObject([{ node_id: 'src', message }])
})

it('refuses the id of a block that every object has, with the reason', async () => {
  const graph = detectingGraph()
  const nodes = graph.nodes.map((node) => (node.id === 'src' ? { ...node, id: 'constructor' } : node))
  const { status, error } = await h.fail('POST', '/workflows/preview', { body: { graph: { ...graph, nodes } } })
  expect(status).toBe(422)
  expect(error.details).toMatchObject([
    { field: '/graph/nodes/0/id', message: 'must not be a name that every object has, such as “constructor”' },
  ])
})

it('tries options instead of those of a model, and names one that does not fit', async () => {
  const upload = await h.upload('net.onnx', 'MODEL car truck', 'application/octet-stream')
  const own = { gcs_uri: upload, name: 'With options', conversion: { scale: 255 } }
  await h.api('POST', '/models/import', { body: own })
  const graph = detectingGraph()
  const block = graph.nodes.find(({ type }) => type === 'model')
  if (block) block.config.model_id = 'With options'
  const { preview } = h.engine
  const ran: unknown[] = []
  h.engine.preview = async (job) => {
    const conversion = job.models.det?.conversion
    ran.push(conversion)
    if (!conversion?.input_size) return preview(job)
    const problem = message('conversion.size_fixed', { width: 640, height: 640 })
    const reason = message('conversion.unfit', { name: 'With options', field: 'input_size', problem })
    return { ok: false, error: { code: 'model_unsupported', ...saidOf(reason), node_id: 'det' } }
  }
  try {
    const look = (conversions?: object) => h.api('POST', '/workflows/preview', { body: { graph, conversions } })
    for (const tried of [undefined, { det: { fit: 'stretch' } }, { det: null }, { other: { scale: 1 } }])
      await look(tried)
    expect(ran).toEqual([{ scale: 255 }, { fit: 'stretch' }, null, { scale: 255 }])
    const fieldOf = async (det: object) => {
      const body = { graph, conversions: { det } }
      const { status, error } = await h.fail('POST', '/workflows/preview', { body })
      return [status, error.details[0]?.field]
    }
    expect(await fieldOf({ input_size: [320, 320] })).toEqual([422, '/conversions/det/input_size'])
    expect(await fieldOf({ mean: [1, 2] })).toEqual([422, '/conversions/det/mean'])
  } finally {
    h.engine.preview = preview
  }
})
