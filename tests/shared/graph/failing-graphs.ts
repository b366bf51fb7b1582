/** A failing example for each issue code that depends on the graph alone. */
import { inEachImage } from '../../../src/shared/domain/model-types.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import type { Issue } from '../../../src/shared/graph/issue.ts'
import { graph, node, SOUND_EDGES, soundGraph, soundNodes } from './example-graphs.ts'

export const classesOf = (id: string) => (id === 'street-detector' ? ['car', 'pedestrian'] : undefined)

export const suitsOf = (id: string) => (id === 'street-detector' ? ['sightline://demo/street-crossing.mp4'] : undefined)

export const architectureOf = (id: string) => (id === 'person-pose' ? inEachImage('Top-down pose, SimCC') : undefined)

/** The valid graph with one node's config changed. */
export const withConfig = (id: string, config: Record<string, unknown>): Graph => {
  const g = soundGraph()
  return { ...g, nodes: g.nodes.map((n) => (n.id === id ? { ...n, config: { ...n.config, ...config } } : n)) }
}
export const withMore = (nodes: Graph['nodes'], ...edges: string[]): Graph =>
  graph([...soundNodes(), ...nodes], ...SOUND_EDGES, ...edges)
const line = (points: number[][], name = 'Road') => ({ geometries: [{ kind: 'line', name, points }] })
const zone = (points: number[][]) => ({ geometries: [{ kind: 'zone', name: 'Square', points }] })
const chain = (...kinds: Parameters<typeof node>[1][]) =>
  graph(
    kinds.map((kind, i) => node(`n${i}`, kind, kind === 'sink' ? { kind: 'json' } : {})),
    ...kinds.slice(1).map((_, i) => `n${i}>n${i + 1}`),
  )

/** A failing example for each code that depends on the graph alone: the code and the expected position. */
export const FAILING: Record<string, { graph: unknown; at?: Partial<Issue> }> = {
  'graph.shape': { graph: { version: 1, nodes: [{ id: 'a' }], edges: [] }, at: { field: '/nodes/0' } },
  'graph.version': { graph: { version: 2, nodes: [], edges: [] }, at: { field: '/version' } },
  'graph.more_issues': {
    graph: graph(Array.from({ length: 300 }, (_, i) => node(`out${i}`, 'sink'))),
  },
  'graph.loop': { graph: withMore([node('f', 'filter')], 'track>f', 'f>track'), at: { edge_index: 8 } },
  'node.unknown_kind': { graph: withMore([{ id: 'x', type: 'teleport', config: {} }]), at: { node_id: 'x' } },
  'node.duplicate_id': { graph: withMore([node('track', 'track')]), at: { node_id: 'track' } },
  'node.reserved_id': { graph: withMore([node('constructor', 'filter')]), at: { node_id: 'constructor' } },
  'node.unreachable': { graph: withMore([node('f', 'filter')]), at: { node_id: 'f' } },
  'edge.dangling': { graph: withMore([], 'model>gone'), at: { edge_index: 7 } },
  'edge.self': { graph: withMore([], 'track>track'), at: { edge_index: 7 } },
  'edge.duplicate': { graph: withMore([], 'model>track'), at: { edge_index: 7 } },
  'edge.unknown_handle': { graph: withMore([], 'model:masks>track'), at: { edge_index: 7 } },
  'edge.port_mismatch': { graph: withMore([], 'source>track'), at: { edge_index: 7 } },
  'edge.port_taken': {
    graph: withMore([node('crop', 'crop')], 'track>crop', 'crop>model'),
    at: { edge_index: 8 },
  },
  'config.invalid': {
    graph: withConfig('model', { confidence_threshold: 2 }),
    at: { node_id: 'model', field: '/confidence_threshold' },
  },
  'config.missing': {
    graph: withConfig('measure', { geometries: [] }),
    at: { node_id: 'measure', field: '/geometries' },
  },
  'source.missing': { graph: graph([node('s', 'sink')]) },
  'source.many': { graph: withMore([node('second', 'source')], 'second>model'), at: { node_id: 'second' } },
  'source.not_set': {
    graph: withConfig('source', { gcs_uri: undefined }),
    at: { node_id: 'source', field: '/gcs_uri' },
  },
  'model.not_set': {
    graph: withConfig('model', { model_id: undefined }),
    at: { node_id: 'model', field: '/model_id' },
  },
  'model.too_many': {
    graph: withMore(
      [node('m2', 'model'), node('m3', 'model'), node('m4', 'model'), node('c', 'crop')],
      'source>m2',
      'source>m3',
      'm2>c',
      'c>m4',
      'm3>track',
      'm4>track',
    ),
    at: { node_id: 'm4' },
  },
  'model.too_many_on_source': {
    graph: withMore(
      [node('m2', 'model'), node('m3', 'model'), node('m4', 'model')],
      'source>m2',
      'source>m3',
      'source>m4',
    ),
    at: { edge_index: 9 },
  },
  'track.needs_model': { graph: chain('source', 'track', 'sink'), at: { node_id: 'n1' } },
  'measure.needs_track': { graph: chain('source', 'model', 'measure', 'sink'), at: { node_id: 'n2' } },
  'image.no_time': { graph: withConfig('source', { kind: 'image' }), at: { node_id: 'track' } },
  'sink.missing': { graph: chain('source', 'model') },
  'sink.input_mismatch': { graph: withMore([], 'source>csv'), at: { edge_index: 7 } },
  'sink.not_set': {
    graph: withMore([node('hook', 'sink', { kind: 'webhook' })], 'measure>hook'),
    at: { node_id: 'hook', field: '/url' },
  },
  'geometry.line': {
    graph: withConfig(
      'measure',
      line([
        [0.5, 0.5],
        [0.5, 0.5],
      ]),
    ),
    at: { node_id: 'measure', field: '/geometries/0/points' },
  },
  'geometry.zone': {
    graph: withConfig(
      'measure',
      zone([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
    ),
    at: { node_id: 'measure' },
  },
  'geometry.outside': {
    graph: withConfig(
      'measure',
      line([
        [0.5, 0.5],
        [1.2, 0.5],
      ]),
    ),
    at: { node_id: 'measure' },
  },
  'geometry.duplicate_name': {
    graph: withConfig('measure', {
      geometries: [
        ...line([
          [0, 0.2],
          [1, 0.3],
        ]).geometries,
        ...line([
          [0, 0.5],
          [1, 0.6],
        ]).geometries,
      ],
    }),
    at: { field: '/geometries/1/name' },
  },
  'branch.no_sink': { graph: withMore([node('f', 'filter')], 'model>f'), at: { node_id: 'f' } },
  'lint.model_unsuited': {
    graph: withConfig('source', { gcs_uri: 'file:///videos/harbour.mp4' }),
    at: { node_id: 'model', field: '/model_id' },
  },
  'lint.one_in_each_image': {
    graph: withConfig('model', { model_id: 'person-pose' }),
    at: { node_id: 'model', field: '/model_id' },
  },
  'lint.unknown_class': {
    graph: withConfig('draw', { blur_classes: ['face'] }),
    at: { node_id: 'draw', field: '/blur_classes' },
  },
  'lint.filter_drops_all': {
    graph: withMore([node('f', 'filter', { keep_classes: ['boat'] })], 'model>f', 'f>csv'),
    at: { node_id: 'f', field: '/keep_classes' },
  },
  'lint.confidence_excludes_all': { graph: withConfig('model', { confidence_threshold: 1 }), at: { node_id: 'model' } },
  'lint.unreachable_geometry': {
    graph: withConfig(
      'measure',
      line([
        [0, 0],
        [1, 0],
      ]),
    ),
    at: { node_id: 'measure' },
  },
  'lint.tracker_upstream': { graph: withMore([node('t2', 'track')], 'track>t2', 't2>csv'), at: { node_id: 't2' } },
  'lint.untracked_measure': {
    graph: withMore(
      [node('c', 'crop'), node('m2', 'model'), node('count', 'measure')],
      'track>c',
      'c>m2',
      'm2>count',
      'count>csv',
    ),
    at: { node_id: 'count' },
  },
  'lint.partly_tracked': { graph: withMore([], 'model>measure'), at: { node_id: 'measure' } },
  'lint.same_filename': {
    graph: withMore([node('again', 'sink', { kind: 'csv', filename: 'CSV' })], 'measure>again'),
    at: { node_id: 'again', field: '/filename' },
  },
  'lint.untracked_line': {
    graph: withMore(
      [
        node('if', 'condition', {
          rules: [
            {
              subject: 'line',
              operator: '>=',
              threshold: 1,
              points: [
                [0, 0.5],
                [1, 0.5],
              ],
            },
          ],
        }),
        node('out', 'sink', { kind: 'json' }),
      ],
      'model>if',
      'if>out',
    ),
    at: { node_id: 'if', field: '/rules/0' },
  },
  'lint.never_true': {
    graph: withMore([node('if', 'condition', { hold_n: 3, hold_m: 2 })], 'model>if', 'if>csv'),
    at: { node_id: 'if', field: '/hold_n' },
  },
}
