import { expect, test } from 'vitest'
import { differences } from '../../../../src/renderer/screens/compare/compare-with.tsx'
import type { Graph } from '../../../../src/shared/graph/graph.ts'

const graph = (confidence: number, uri: string, sink = 'csv'): Graph => ({
  version: 1,
  nodes: [
    { id: 's', type: 'source', config: { kind: 'video', gcs_uri: uri } },
    { id: 'm', type: 'model', config: { model_id: 'x', score_threshold: confidence } },
    { id: 'o', type: 'sink', config: { kind: sink } },
  ],
  edges: [
    { source: 's', target: 'm' },
    { source: 'm', target: 'o' },
  ],
})
const run = (g: Graph) => ({ graph: g, source: null })

test('lists the settings in which another run differs, but not its file', () => {
  const own = run(graph(0.5, 'upload://one'))
  expect(differences(own, run(graph(0.5, 'upload://two')))).toEqual([])
  const sentences = differences(own, run(graph(0.25, 'upload://two', 'json')))
  expect(sentences).toHaveLength(2)
  expect(sentences[0]).toMatch(/0\.5.*0\.25/)
})
