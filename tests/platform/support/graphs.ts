import type { Graph } from '../../../src/shared/graph/graph.ts'

export const DEMO_URI = 'sightline://demo/street-crossing.mp4'
export const MODEL = 'street-detector'

/** Source, model, track, measure, sink: can be run unchanged on the bundled video. */
export const countingGraph = (source: Record<string, unknown> = { kind: 'video', gcs_uri: DEMO_URI }): Graph => ({
  version: 1,
  nodes: [
    { id: 'src', type: 'source', config: source },
    { id: 'det', type: 'model', config: { model_id: MODEL } },
    { id: 'trk', type: 'track', config: {} },
    {
      id: 'cnt',
      type: 'measure',
      config: {
        geometries: [
          {
            kind: 'line',
            name: 'Kerb',
            points: [
              [0.1, 0.5],
              [0.9, 0.5],
            ],
          },
        ],
      },
    },
    { id: 'csv', type: 'sink', config: { kind: 'csv' } },
  ],
  edges: [
    { source: 'src', target: 'det' },
    { source: 'det', target: 'trk' },
    { source: 'trk', target: 'cnt' },
    { source: 'cnt', target: 'csv' },
  ],
})

/** Source, model, sink: can also be run on an image. */
export const detectingGraph = (source: Record<string, unknown> = { kind: 'video', gcs_uri: DEMO_URI }): Graph => ({
  version: 1,
  nodes: [
    { id: 'src', type: 'source', config: source },
    { id: 'det', type: 'model', config: { model_id: MODEL } },
    { id: 'out', type: 'sink', config: { kind: 'json' } },
  ],
  edges: [
    { source: 'src', target: 'det' },
    { source: 'det', target: 'out' },
  ],
})

/** Writes detections into a data set. */
export const annotatingGraph = (dataset: string, source?: Record<string, unknown>): Graph => {
  const graph = detectingGraph(source)
  const config = { kind: 'annotations', dataset_project_id: dataset }
  return { ...graph, nodes: graph.nodes.map((n) => (n.id === 'out' ? { ...n, config } : n)) }
}
