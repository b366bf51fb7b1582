/** The results of a workflow at a moment of its media, block by block, without a run. */
import { type Static, Type } from 'typebox'
import { ConversionInUse } from '../domain/conversion.ts'
import { MeasureEvent, RunCounts } from '../domain/event.ts'
import { nullable } from '../domain/nullable.ts'
import type { Graph } from '../graph/graph.ts'
import type { ModelFile, RunJob } from './job.ts'

/** Longest stretch of media in a preview. */
export const MAX_PREVIEW_S = 2

const BoxTuple = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
  description: 'x1, y1, x2, y2 in pixels of the upright frame',
})

export const PreviewDetection = Type.Object({
  id: Type.Integer({ description: 'The same detection has the same id at every block of a frame' }),
  parent_id: nullable(Type.Integer()),
  track_id: nullable(Type.Integer()),
  class_name: Type.String(),
  confidence: Type.Number(),
  box: BoxTuple,
  rings: Type.Optional(Type.Array(Type.Array(Type.Number()))),
  keypoints: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()]))),
})
export type PreviewDetection = Static<typeof PreviewDetection>

export const NodePreview = Type.Object({
  received: nullable(Type.Array(Type.Integer(), { description: 'Ids of the detections that came in' })),
  detections: nullable(Type.Array(PreviewDetection, { description: 'Detections that the block returned' })),
  branch: nullable(Type.Enum(['true', 'false'], { description: 'Which way a condition sent the frame' })),
  regions: nullable(Type.Array(BoxTuple, { description: 'What a crop block cut out' })),
  events: Type.Array(MeasureEvent),
})
export type NodePreview = Static<typeof NodePreview>

export const PreviewFrame = Type.Object({
  time_s: Type.Number(),
  nodes: Type.Record(Type.String(), NodePreview),
})
export type PreviewFrame = Static<typeof PreviewFrame>

export const Preview = Type.Object(
  {
    width: Type.Integer(),
    height: Type.Integer(),
    frames: Type.Array(PreviewFrame, { description: 'In order of time; one unless a window was asked for' }),
    counts: RunCounts,
    picture: Type.Optional(
      Type.Object(
        { time_s: Type.Number(), jpeg: Type.String({ description: 'Base64' }) },
        { description: 'The first frame as the engine decodes it, where it was asked for' },
      ),
    ),
    conversions: Type.Optional(
      Type.Record(Type.String(), ConversionInUse, {
        description: 'The values that models ran with, by id of the model block. Ours',
      }),
    ),
    left_out: Type.Array(Type.String(), { description: 'Ids of blocks that could not be previewed' }),
    engine_ms: Type.Number({ description: 'What it took, models included' }),
  },
  { $id: 'Preview' },
)
export type Preview = Static<typeof Preview>

export interface PreviewJob {
  graph: Graph
  source: RunJob['source']
  models: Record<string, ModelFile>
  /** Media time. */
  atS: number
  /** 0 previews one frame. */
  windowS: number
  /** True when the first frame itself is requested. */
  picture?: boolean
}
