import { Type } from 'typebox'
import { ClassList, defineBlock, UnionIou, ui } from './block.ts'

const toggle = (title: string, description: string, value: boolean) =>
  Type.Boolean({ title, description, default: value })

export const visualize = defineBlock({
  kind: 'visualize',
  title: 'Visualize',
  summary: 'Draws boxes, labels, trails, lines and counts',
  docs: 'Draws onto a copy of each frame. Wire detections for boxes, shapes, keypoints, labels and trails; wire events for lines and zones with their live counts.',
  inputs: [
    { id: 'detections', title: 'Detections', accepts: ['detections'], many: true },
    { id: 'events', title: 'Events', accepts: ['events'], many: true },
  ],
  outputs: [{ id: 'frames', title: 'Frames', type: 'frames' }],
  config: Type.Object(
    {
      boxes: toggle('Boxes', 'A box around each object', true),
      masks: toggle('Masks', 'The shape of each object, if the model provides one', true),
      keypoints: toggle(
        'Keypoints',
        'Joints and similar points, if the model provides them; people get a skeleton',
        true,
      ),
      labels: toggle('Labels', 'Class name and track id at each box', true),
      confidence: toggle('Confidence', 'Confidence in per cent after the label', false),
      trails: toggle('Trails', 'The path of each tracked object over the last seconds', true),
      trail_s: Type.Number({
        title: 'Trail length',
        description: 'Length of the drawn path in seconds',
        default: 2,
        minimum: 0,
        maximum: 60,
        ...ui({ unit: 's', showIf: { trails: [true] } }),
      }),
      geometries: toggle('Lines and zones', 'With their live counts', true),
      blur_classes: ClassList('Blur', 'Classes to make unrecognisable, such as faces or number plates'),
      watermark: Type.Optional(
        Type.String({ title: 'Watermark', description: 'Text in the lower right corner', maxLength: 80 }),
      ),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
