/** Builders for preview responses of the platform. */
import type { NodePreview, Preview, PreviewDetection } from '../../../../../src/shared/engine-contract/preview.ts'

export const found = (id: number, part: Partial<PreviewDetection> = {}): PreviewDetection => ({
  id,
  parent_id: null,
  track_id: null,
  class_name: 'car',
  confidence: 0.5,
  box: [10 * id, 10, 10 * id + 8, 30],
  ...part,
})

export const made = (part: Partial<NodePreview> = {}): NodePreview => ({
  received: null,
  detections: null,
  branch: null,
  regions: null,
  events: [],
  ...part,
})

export const preview = (frames: Record<string, NodePreview>[], part: Partial<Preview> = {}): Preview => ({
  width: 1280,
  height: 720,
  frames: frames.map((nodes, i) => ({ time_s: i / 25, nodes })),
  counts: { lines: [], zones: [] },
  left_out: [],
  engine_ms: 20,
  ...part,
})
