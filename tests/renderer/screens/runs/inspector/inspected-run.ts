/** A run whose tracks, crossing and near miss the inspector shows. */
import type { Artifact } from '../../../../../src/shared/domain/run.ts'

export const artifact = (id: string, kind: Artifact['kind']): Artifact => ({
  id,
  name: id,
  kind,
  node_id: null,
  media_type: 'text/plain',
  size_bytes: 10,
  sha256: 'ab',
  records: 1,
})
export const graph = {
  version: 1 as const,
  nodes: [
    { id: 's', type: 'source', config: {} },
    { id: 'd', type: 'model', config: {} },
    { id: 't', type: 'track', config: {} },
    {
      id: 'm',
      type: 'measure',
      config: {
        geometries: [
          {
            kind: 'line',
            name: 'Gate',
            points: [
              [0, 0.5],
              [1, 0.5],
            ],
          },
        ],
      },
    },
  ],
  edges: [],
}
const found = (track_id: number, class_name: string, x1: number) => ({
  id: 0,
  parent_id: null,
  track_id,
  class_id: 0,
  class_name,
  confidence: 0.9,
  x1,
  y1: 100,
  x2: x1 + 40,
  y2: 180,
  model_node_id: 'd',
})
const frame = (i: number) => {
  return { record: 'frame', frame_index: i, time_s: i / 25, detections: [found(4, 'car', i), found(9, 'bus', 300)] }
}
const crossing = {
  record: 'event',
  id: 'm/Gate/1',
  type: 'line_crossing',
  node_id: 'm',
  geometry: 'Gate',
  time_s: 1.01,
  frame_index: 28,
  track_id: 4,
  class_name: 'car',
  direction: 'a_to_b',
  box: null,
}
const line = {
  kind: 'line',
  node_id: 'm',
  geometry: 'Gate',
  meetings: 1,
  clear_s: 0.12,
  settle_s: 0.1,
  path_left_out: 0,
}
const path = [{ time_s: 1, frame_index: 25, x: 0.1, y: 0.4, place: 'a' }]
const evidence = [
  { record: 'header', format: 'sightline-evidence' },
  {
    record: 'evidence',
    ...line,
    counted: true,
    reason: null,
    event_id: 'm/Gate/1',
    track_id: 4,
    path,
    class_name: 'car',
    direction: 'a_to_b',
    crossed_s: 1.01,
    decided_s: 1.12,
    frame_index: 28,
  },
  {
    record: 'evidence',
    ...line,
    counted: false,
    reason: 'touched_and_returned',
    event_id: null,
    track_id: 9,
    path,
    class_name: 'bus',
    direction: null,
    crossed_s: 0.5,
    decided_s: 0.6,
    frame_index: 15,
  },
  { record: 'near_misses', node_id: 'm', geometry: 'Gate', reason: 'touched_and_returned', seen: 340, kept: 100 },
]
const text = (records: object[]) => records.map((r) => `${JSON.stringify(r)}\n`).join('')
export const files: Record<string, string> = {
  'all.jsonl': text([
    { record: 'header', source: { width: 640, height: 360 } },
    ...Array.from({ length: 50 }, (_, i) => frame(i)),
    crossing,
  ]),
  'frames.jsonl': text([
    { record: 'header', source: { width: 640, height: 360 } },
    ...Array.from({ length: 50 }, (_, i) => frame(i)),
  ]),
  'evidence.jsonl': text(evidence),
}
export const counts = {
  lines: [{ node_id: 'm', name: 'Gate', a_to_b: 1, b_to_a: 0, by_class: { car: { a_to_b: 1, b_to_a: 0 } } }],
  zones: [],
}
