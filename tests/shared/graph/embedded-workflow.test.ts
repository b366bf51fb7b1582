import { expect, test } from 'vitest'
import { headOf, workflowOfResults } from '../../../src/shared/graph/embedded-workflow.ts'

const graph = { version: 1 as const, nodes: [{ id: 's', type: 'source', config: {} }], edges: [] }

test('a manifest holds the workflow of its run', () => {
  const manifest = JSON.stringify({ format: 'sightline-manifest', workflow: { name: 'Gate' }, graph }, null, 2)
  expect(workflowOfResults(headOf(manifest))).toMatchObject({ name: 'Gate', graph })
})

test('the first line of results suffices, however many follow, and wherever the text was cut off', () => {
  const head = JSON.stringify({ record: 'header', format: 'sightline-results', workflow: { name: 'Gate', graph } })
  expect(workflowOfResults(headOf(`${head}\n{"record":"frame"}\n{"rec`))).toMatchObject({ name: 'Gate', graph })
})

test.each([
  ['another JSON', '{"format":"geojson","workflow":{"name":"Gate"},"graph":{}}'],
  ['results without a graph', '{"format":"sightline-results","workflow":{"name":"Gate"}}'],
  ['no JSON', 'Dear reader,\n'],
])('%s holds none', (_what, text) => {
  expect(workflowOfResults(headOf(text))).toBeNull()
})
