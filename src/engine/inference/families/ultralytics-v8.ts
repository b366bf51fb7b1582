import { CandidateList, type DecodeOptions, oriented } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import { type Family, fitOfGrid, isAnchorCount, type OutputTensor } from './family.ts'
import { taskOf } from './ultralytics-tasks.ts'

/**
 * Ultralytics v8 to v12, and v26 without its end-to-end head: [1, 4 + classes + extras, anchors], each column cx, cy,
 * w, h in input pixels, one score per class, and the task's extras (ultralytics/ultralytics, nn/modules/head.py).
 */
export const ultralyticsV8: Family = {
  id: 'ultralytics-v8',
  recognise(model) {
    const task = taskOf(model)
    if (!task) return null
    const { rows, columns, extras } = task
    const classes = rows - 4 - extras
    if (model.classNames ? classes !== model.classNames.length : classes < 1) return null
    // A head of many classes for small images has more channels than anchors.
    if (!model.classNames && rows >= columns && !isAnchorCount(model.input, columns)) return null
    const { shape } = task
    const extra = ({ data }: OutputTensor, anchor: number, i: number) =>
      data[(4 + classes + i) * columns + anchor] as number
    return {
      modelType: task.modelType,
      architecture: `Ultralytics YOLO (v8 ${task.title} head)`,
      classes: model.classNames ?? numbered(classes),
      needsNms: true,
      keypoints: task.keypoints,
      fit: fitOfGrid(model, classes, columns),
      decode(outputs, options) {
        const output = outputs[0] as OutputTensor
        const found = decode(output, classes, options)
        if (!task.isOriented) return found
        const angles = new Float32Array(found.count)
        for (let i = 0; i < found.count; i++) angles[i] = extra(output, found.rows[i] as number, 0)
        return oriented(found, angles)
      },
      ...(shape && {
        shape: (found, outputs) => shape(found, outputs, (anchor, i) => extra(outputs[0] as OutputTensor, anchor, i)),
      }),
    }
  },
}

function decode({ data, shape }: OutputTensor, classes: number, { confidence, classIds }: DecodeOptions) {
  const anchors = shape[2] as number
  const best = new Float32Array(anchors)
  const bestClass = new Int32Array(anchors).fill(-1)
  // Channel by channel, so that memory is read in order; few scores pass the first comparison.
  for (let c = 0; c < classes; c++) {
    if (classIds && !classIds.has(c)) continue
    const from = (4 + c) * anchors
    for (let i = 0; i < anchors; i++) {
      const score = data[from + i] as number
      if (score >= confidence && (bestClass[i] === -1 || score > (best[i] as number))) {
        best[i] = score
        bestClass[i] = c
      }
    }
  }
  const found = new CandidateList()
  for (let i = 0; i < anchors; i++) {
    const classId = bestClass[i] as number
    if (classId < 0) continue
    const cx = data[i] as number
    const cy = data[anchors + i] as number
    const w = (data[2 * anchors + i] as number) / 2
    const h = (data[3 * anchors + i] as number) / 2
    found.push(cx - w, cy - h, cx + w, cy + h, best[i] as number, classId, i)
  }
  return found
}
