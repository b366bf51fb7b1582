import { Type } from 'typebox'
import { ClassList, defineBlock, ui } from './block.ts'

export const crop = defineBlock({
  kind: 'crop',
  title: 'Crop',
  summary: 'Cuts each detection out, for a second model',
  docs: 'Cuts detections out of the frame, the surest first. A model wired behind it looks at each cut-out, which finds small parts that a look at the whole frame misses.',
  inputs: [{ id: 'detections', title: 'Detections', accepts: ['detections'], many: true }],
  outputs: [{ id: 'frames', title: 'Crops', type: 'frames' }],
  config: Type.Object(
    {
      source_classes: ClassList('Classes', 'Crop only these; empty crops all'),
      max_crops: Type.Integer({
        title: 'At most',
        description: 'Most crops in a frame, the surest first',
        default: 20,
        minimum: 1,
        maximum: 500,
      }),
      min_crop_size: Type.Integer({
        title: 'Smallest side',
        description: 'Detections whose shorter side is less are not cropped',
        default: 16,
        minimum: 1,
        maximum: 4096,
        ...ui({ unit: 'px' }),
      }),
      emit_crops: Type.Boolean({
        title: 'Store crops',
        description: 'Also keep the crops as pictures among the artifacts',
        default: false,
      }),
    },
    { additionalProperties: false },
  ),
})
