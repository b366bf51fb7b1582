/** Graphs to break: a valid one, and a short notation for others. */
import type { BlockKindName } from '../../../src/shared/blocks/catalogue.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../src/shared/graph/graph.ts'

/** The settings of each kind that leave nothing to choose. */
const CHOSEN: Partial<Record<BlockKindName, Record<string, unknown>>> = {
  source: { gcs_uri: 'sightline://demo/street-crossing.mp4' },
  model: { model_id: 'street-detector' },
  measure: {
    geometries: [
      {
        kind: 'line',
        name: 'Road',
        points: [
          [0.1, 0.5],
          [0.9, 0.5],
        ],
      },
    ],
  },
}

export const node = (id: string, type: BlockKindName, config: Record<string, unknown> = {}): GraphNode => ({
  id,
  type,
  config: { ...CHOSEN[type], ...config },
})

/** 'a>b' or, with handles, 'a:out>b:in'. */
export function edge(text: string): GraphEdge {
  const [from = '', to = ''] = text.split('>')
  const [source = '', sourceHandle] = from.split(':')
  const [target = '', targetHandle] = to.split(':')
  return { source, target, ...(sourceHandle ? { sourceHandle } : {}), ...(targetHandle ? { targetHandle } : {}) }
}

export const graph = (nodes: GraphNode[], ...edges: string[]): Graph => ({ version: 1, nodes, edges: edges.map(edge) })

/** Counts the crossings of a line, and writes all results. */
export const soundNodes = (): GraphNode[] => [
  node('source', 'source'),
  node('model', 'model'),
  node('track', 'track'),
  node('measure', 'measure'),
  node('draw', 'visualize'),
  node('video', 'sink', { kind: 'annotated_video' }),
  node('csv', 'sink', { kind: 'csv' }),
]
export const SOUND_EDGES = [
  'source>model',
  'model>track',
  'track>measure',
  'track>draw',
  'measure>draw',
  'draw>video',
  'measure>csv',
]
export const soundGraph = (): Graph => graph(soundNodes(), ...SOUND_EDGES)
