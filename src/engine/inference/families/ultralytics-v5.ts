import { CandidateList, type DecodeOptions } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import { type Family, fitOfGrid, isAnchorCount, type OutputTensor } from './family.ts'
import { taskOf } from './ultralytics-tasks.ts'

/** Anchors per cell. */
export const ANCHORS_PER_CELL = 3

/**
 * YOLOv5 and v7: [1, anchors, 5 + classes + extras], each row cx, cy, w, h in input pixels, objectness, one conditional
 * score per class, and mask weights for segmentation; the confidence is the product (ultralytics/yolov5,
 * models/yolo.py, `Detect` and `Segment`).
 */
export const ultralyticsV5: Family = {
  id: 'ultralytics-v5',
  recognise(model) {
    const task = taskOf(model)
    if (!task || task.isOriented || task.keypoints) return null
    const { rows, columns, extras, shape } = task
    const classes = columns - 5 - extras
    if (model.classNames ? classes !== model.classNames.length : classes < 1) return null
    if (!model.classNames && rows <= columns && !isAnchorCount(model.input, rows, ANCHORS_PER_CELL)) return null
    return {
      modelType: task.modelType,
      architecture: `Ultralytics YOLO (v5 ${task.title} head)`,
      classes: model.classNames ?? numbered(classes),
      needsNms: true,
      fit: fitOfGrid(model, classes, rows, ANCHORS_PER_CELL),
      decode: ([output], options) => decodeConditional(output as OutputTensor, classes, options),
      ...(shape && {
        shape: (found, outputs) => {
          const { data } = outputs[0] as OutputTensor
          return shape(found, outputs, (row, i) => data[row * columns + 5 + classes + i] as number)
        },
      }),
    }
  },
}

/** Decodes rows of cx, cy, w, h, objectness and conditional class scores to boxes with the best class of each. */
export function decodeConditional(
  { data, shape }: OutputTensor,
  classes: number,
  { confidence, classIds }: DecodeOptions,
): CandidateList {
  const [, rows = 0, width = 0] = shape
  const found = new CandidateList()
  for (let i = 0; i < rows; i++) {
    const at = i * width
    const objectness = data[at + 4] as number
    // Class scores are at most 1, so the product can't reach the threshold.
    if (!(objectness >= confidence)) continue
    let best = -1
    let bestClass = 0
    for (let c = 0; c < classes; c++) {
      const score = objectness * (data[at + 5 + c] as number)
      if (score >= confidence && score > best && (!classIds || classIds.has(c))) {
        best = score
        bestClass = c
      }
    }
    if (best < 0) continue
    const cx = data[at] as number
    const cy = data[at + 1] as number
    const w = (data[at + 2] as number) / 2
    const h = (data[at + 3] as number) / 2
    found.push(cx - w, cy - h, cx + w, cy + h, best, bestClass, i)
  }
  return found
}
