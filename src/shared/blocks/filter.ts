import { Type } from 'typebox'
import { ClassList, defineBlock, Share, UnionIou } from './block.ts'

export const filter = defineBlock({
  kind: 'filter',
  title: 'Filter',
  summary: 'Keeps selected classes, drops detections of low confidence',
  docs: 'Keeps detections of the chosen classes whose confidence reaches the minimum. Before a tracker, leave the confidence low: ByteTrack uses detections of low confidence to keep track of partly hidden objects.',
  inputs: [{ id: 'detections', title: 'Detections', accepts: ['detections'], many: true }],
  outputs: [{ id: 'detections', title: 'Detections', type: 'detections' }],
  config: Type.Object(
    {
      keep_classes: ClassList('Keep classes', 'Empty keeps all'),
      min_confidence: Share('Minimum confidence', 'Detections below this are dropped', 0),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
