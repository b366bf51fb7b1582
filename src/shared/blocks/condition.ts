import { type Static, Type } from 'typebox'
import { NormPoint } from '../domain/geometry.ts'
import { MAX_ENTRIES, MAX_NAME, MAX_POINTS } from '../domain/limits.ts'
import { defineBlock, UnionIou, ui } from './block.ts'

export const ConditionRule = Type.Object(
  {
    subject: Type.Enum(['class_count', 'detection_size', 'line', 'zone'], {
      title: 'Subject',
      description:
        'class_count: detections in the frame; detection_size: the largest one as a share of the frame; line: how often tracks have crossed it so far, either way (needs a tracker before it); zone: detections inside it in this frame',
    }),
    class_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_NAME, title: 'Class', description: 'Empty counts all classes' }),
    ),
    operator: Type.Enum(['>', '>=', '<', '<=', '==', '!='], { title: 'Is', default: '>=' }),
    threshold: Type.Number({ title: 'Value', default: 1 }),
    points: Type.Optional(
      Type.Array(NormPoint, {
        title: 'Points',
        description: 'The line or zone that the rule applies to',
        maxItems: MAX_POINTS,
      }),
    ),
  },
  { additionalProperties: false },
)
export type ConditionRule = Static<typeof ConditionRule>

export const condition = defineBlock({
  kind: 'condition',
  title: 'Condition',
  summary: 'Sends each frame down one of two branches',
  docs: 'Evaluates its rules on each frame and sends the detections down the true branch or the false branch, never both. “N of the last M frames” prevents flicker.',
  inputs: [{ id: 'detections', title: 'Detections', accepts: ['detections'], many: true }],
  outputs: [
    { id: 'true', title: 'True', type: 'detections' },
    { id: 'false', title: 'False', type: 'detections' },
  ],
  config: Type.Object(
    {
      rules: Type.Array(ConditionRule, {
        title: 'Rules',
        description: 'Conditions that a frame must meet',
        default: [{ subject: 'class_count', operator: '>=', threshold: 1 }],
        minItems: 1,
        maxItems: MAX_ENTRIES,
        ...ui({ control: 'rules' }),
      }),
      combinator: Type.Enum(['all', 'any'], {
        title: 'Must hold',
        description: 'All rules, or any of them',
        default: 'all',
      }),
      hold_n: Type.Integer({
        title: 'In N frames',
        description: 'True only when the rules held in N of the last M frames',
        default: 1,
        minimum: 1,
        maximum: 1000,
        ...ui({ advanced: true }),
      }),
      hold_m: Type.Integer({
        title: 'of the last M',
        description: 'Length of the window in frames',
        default: 1,
        minimum: 1,
        maximum: 1000,
        ...ui({ advanced: true }),
      }),
      union_iou: UnionIou,
    },
    { additionalProperties: false },
  ),
})
