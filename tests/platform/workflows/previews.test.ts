/** Previews over the API; their results are tested with the engine. */
import { beforeAll, expect, it } from 'vitest'
import type { Preview } from '../../../src/shared/engine-contract/preview.ts'
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
