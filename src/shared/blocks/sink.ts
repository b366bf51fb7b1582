import { Type } from 'typebox'
import { MAX_ADDRESS, MAX_NAME } from '../domain/limits.ts'
import { defineBlock, type PortType, UnionIou, ui } from './block.ts'

export const SINK_KINDS = ['annotated_video', 'csv', 'json', 'webhook', 'annotations'] as const
export type SinkKind = (typeof SINK_KINDS)[number]

/** The port types that each sink can write. */
export const SINK_ACCEPTS: Record<SinkKind, readonly PortType[]> = {
  annotated_video: ['frames'],
  csv: ['detections', 'events'],
  json: ['detections', 'events'],
  webhook: ['detections', 'events'],
  annotations: ['detections'],
}

export const sink = defineBlock({
  kind: 'sink',
  title: 'Sink',
  summary: 'Writes a result: video, CSV, JSON, webhook, annotations',
  docs: 'Writes results. An annotated video needs frames; if the source has images, it is one PNG file per image. CSV, JSON and webhooks take detections or events; annotations take detections. Files appear when they are complete.',
  inputs: [{ id: 'in', title: 'In', accepts: ['frames', 'detections', 'events'], many: true }],
  outputs: [],
  config: Type.Object(
    {
      kind: Type.Enum([...SINK_KINDS], {
        title: 'Kind',
        description: 'Kind of result',
        default: 'csv',
        ...ui({ labels: { csv: 'CSV', json: 'JSON Lines' } }),
      }),
      filename: Type.Optional(
        Type.String({
          title: 'File name',
          description: 'Without extension; if empty, the file is named after the block or its content',
          pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$',
          ...ui({ showIf: { kind: ['annotated_video', 'csv', 'json'] } }),
        }),
      ),
      quality: Type.Enum(['draft', 'small', 'balanced', 'high'], {
        title: 'Quality',
        description:
          'For videos only: Draft is the fastest to write and large, Small saves space, High keeps fine detail',
        default: 'balanced',
        ...ui({ showIf: { kind: ['annotated_video'] } }),
      }),
      url: Type.Optional(
        Type.String({
          title: 'URL',
          description: 'Public HTTPS address that receives the events',
          maxLength: MAX_ADDRESS,
          pattern: '^https?://',
          ...ui({ control: 'url', showIf: { kind: ['webhook'] } }),
        }),
      ),
      dataset_project_id: Type.Optional(
        Type.String({
          title: 'Data set',
          description: 'Receives the annotations; existing annotations of its images are replaced',
          minLength: 1,
          maxLength: MAX_NAME,
          ...ui({ control: 'dataset', showIf: { kind: ['annotations'] } }),
        }),
      ),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
