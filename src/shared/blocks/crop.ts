import { Type } from 'typebox'
import { ClassList, defineBlock, UnionIou, ui } from './block.ts'

export const crop = defineBlock({
  kind: 'crop',
  title: 'Crop',
  summary: 'Crops each detection for a second model',
  docs: 'Crops detections from the frame, most confident first. A model after this block runs on each crop and finds small parts that it would miss in the whole frame.',
  inputs: [{ id: 'detections', title: 'Detections', accepts: ['detections'], many: true }],
  outputs: [{ id: 'frames', title: 'Crops', type: 'frames' }],
  config: Type.Object(
    {
      source_classes: ClassList('Classes', 'Crop only these; empty crops all'),
      max_crops: Type.Integer({
        title: 'At most',
        description: 'Maximum number of crops per frame, most confident first',
        default: 20,
        minimum: 1,
        maximum: 500,
      }),
      min_crop_size: Type.Integer({
        title: 'Smallest side',
        description: 'Detections with a shorter side below this are not cropped',
        default: 16,
        minimum: 1,
        maximum: 4096,
        ...ui({ unit: 'px' }),
      }),
      emit_crops: Type.Boolean({
        title: 'Store crops',
        description: 'Also save the crops as images with the files of the run',
        default: false,
      }),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
