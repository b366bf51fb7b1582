import { Type } from 'typebox'
import { MAX_ADDRESS, MAX_CLASSES, MAX_ENTRIES, MAX_NAME } from '../domain/limits.ts'
import { ClassList, defineBlock, Share, ui } from './block.ts'

export const DrawSettings = Type.Object(
  {
    color: Type.Optional(
      Type.String({ pattern: '^#[0-9a-fA-F]{6}$', title: 'Colour', description: 'Of the form #rrggbb' }),
    ),
    hidden: Type.Optional(Type.Boolean({ title: 'Hidden', description: 'Detected, but not drawn' })),
    label: Type.Optional(Type.String({ title: 'Label', description: 'Text instead of the class name', maxLength: 60 })),
  },
  { additionalProperties: false },
)

export const model = defineBlock({
  kind: 'model',
  title: 'Model',
  summary: 'Detects objects in each frame',
  docs: 'Runs a model on each frame and returns its detections. Where detections of several models meet, they are united: of boxes of one class that overlap, the most confident one is kept. After a crop block, the model runs on each crop and returns detections in coordinates of the full frame.',
  inputs: [{ id: 'frames', title: 'Frames', accepts: ['frames'], many: false }],
  outputs: [{ id: 'detections', title: 'Detections', type: 'detections' }],
  config: Type.Object(
    {
      model_kind: Type.Enum(['trained', 'sam3'], {
        title: 'Kind',
        description: 'A trained model, or SAM 3, which detects objects by text prompts',
        default: 'trained',
        ...ui({ labels: { trained: 'Trained', sam3: 'SAM 3' } }),
      }),
      model_id: Type.Optional(
        Type.String({
          title: 'Model',
          description: 'One of your models',
          minLength: 1,
          maxLength: MAX_ADDRESS,
          ...ui({ control: 'model', showIf: { model_kind: ['trained'] } }),
        }),
      ),
      prompt_classes: Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: MAX_NAME, title: 'Text prompt' }),
            output_type: Type.Enum(['bbox', 'polygon'], { default: 'bbox', title: 'Output' }),
          },
          { additionalProperties: false },
        ),
        {
          title: 'Prompts',
          description: 'Words for the objects that SAM 3 detects',
          default: [],
          maxItems: MAX_ENTRIES,
          ...ui({ showIf: { model_kind: ['sam3'] } }),
        },
      ),
      confidence_threshold: Share(
        'Confidence',
        'Detections below this are dropped; a lower value finds more objects and makes more errors',
        0.25,
      ),
      class_filter: ClassList('Classes', 'Keep only these classes; empty keeps all'),
      iou_threshold: Share(
        'Overlap (IoU)',
        'Of two boxes of one class that overlap more than this, the more confident one is kept',
        0.7,
      ),
      max_detections: Type.Integer({
        title: 'At most',
        description: 'Maximum number of detections per frame, most confident first',
        default: 300,
        minimum: 1,
        maximum: 3000,
        ...ui({ advanced: true }),
      }),
      class_agnostic_nms: Type.Boolean({
        title: 'Overlap across classes',
        description: 'Suppress overlapping boxes even when their classes differ',
        default: false,
        ...ui({ advanced: true }),
      }),
      tiled: Type.Boolean({
        title: 'Tiled',
        description:
          'Also runs on overlapping tiles of each frame: detects small objects, at the cost of one inference per tile',
        default: false,
        ...ui({ advanced: true }),
      }),
      tile_size: Type.Integer({
        title: 'Tile size',
        description:
          'Side of a tile in pixels of the frame; in smaller tiles smaller objects are detected, and a frame takes longer',
        default: 640,
        minimum: 256,
        maximum: 4096,
        ...ui({ unit: 'px', advanced: true, showIf: { tiled: [true] } }),
      }),
      tile_overlap: Type.Number({
        title: 'Tile overlap',
        description: 'Share of a tile that its neighbour overlaps; choose about the size of the small objects',
        default: 0.2,
        minimum: 0,
        maximum: 0.5,
        ...ui({ control: 'slider', step: 0.05, advanced: true, showIf: { tiled: [true] } }),
      }),
      device: Type.Optional(
        Type.String({
          title: 'Device',
          description: 'Runs this model on a device of its own, where Settings name another',
          minLength: 1,
          maxLength: MAX_NAME,
          ...ui({ control: 'device', advanced: true, showIf: { model_kind: ['trained'] } }),
        }),
      ),
      draw: Type.Record(Type.String(), DrawSettings, {
        title: 'Drawing',
        description: 'Colour, label and visibility by class name',
        default: {},
        maxProperties: MAX_CLASSES,
        ...ui({ control: 'draw', advanced: true }),
      }),
    },
    { additionalProperties: false },
  ),
})
