import { CandidateList, type Candidates, oriented } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import { areCorners } from './box-forms.ts'
import { type Family, isAnchorCount, isFraction, type OutputTensor, type TriedModel } from './family.ts'
import { isListOfShares } from './ultralytics-rtdetr.ts'
import { suppressesItself, taskOf } from './ultralytics-tasks.ts'
import { ANCHORS_PER_CELL } from './ultralytics-v5.ts'

/**
 * Ultralytics heads with built-in suppression (YOLOv10, YOLO26, or any exported with `nms=True`): [1, boxes, 6 +
 * extras], each row x1, y1, x2, y2 in input pixels, score, class, and the task's extras; unused rows have score 0.
 * Oriented boxes are cx, cy, w, h with their angle after the class (ultralytics/ultralytics, engine/exporter.py,
 * `NMSModel`).
 */
export const endToEnd: Family = {
  id: 'ultralytics-end-to-end',
  recognise(model) {
    const task = taskOf(model)
    if (!task || task.columns !== 6 + task.extras || isRaw(model, task.rows)) return null
    const trials = [model.outputs[0], model.second?.outputs[0]].flatMap((output) => output ?? [])
    if (!trials.every(rowsEndInClasses) || isListOfShares(model)) return null
    const { columns, isOriented, shape } = task
    if (!isOriented && !trials.every(({ data }) => areCorners(data, columns))) return null
    return {
      modelType: task.modelType,
      architecture: `Ultralytics YOLO (end-to-end ${task.title} head)`,
      classes: model.classNames ?? numbered(0),
      needsNms: false,
      keypoints: task.keypoints,
      // A trial that finds nothing shows little when the file states nothing.
      fit: suppressesItself(model) ? 1 : 0.7,
      decode([output], { confidence, classIds }): Candidates {
        const { data, shape: dims } = output as OutputTensor
        const found = new CandidateList()
        const angles: number[] = []
        for (let row = 0; row < (dims[1] as number); row++) {
          const [a, b, c, d, score, cls, angle] = data.subarray(columns * row, columns * (row + 1)) as unknown as Row
          const classId = Math.round(cls)
          if (!(score >= confidence) || score <= 0 || (classIds && !classIds.has(classId))) continue
          if (isOriented) found.push(a - c / 2, b - d / 2, a + c / 2, b + d / 2, score, classId, row)
          else found.push(a, b, c, d, score, classId, row)
          angles.push(angle)
        }
        return isOriented ? oriented(found, Float32Array.from(angles)) : found
      },
      ...(shape && {
        shape: (found, outputs) => {
          const { data } = outputs[0] as OutputTensor
          return shape(found, outputs, (row, i) => data[columns * row + 6 + i] as number)
        },
      }),
    }
  },
}

type Row = [number, number, number, number, score: number, cls: number, angle: number]

/**
 * Decided by the file's metadata; without it, by whether there are as many rows as a head has anchors, since a raw head
 * of a single class looks the same otherwise. A head for small images lists as many boxes as it has anchors.
 */
function isRaw(model: TriedModel, rows: number): boolean {
  const suppresses = suppressesItself(model)
  if (suppresses !== null) return !suppresses
  return isAnchorCount(model.input, rows) || isAnchorCount(model.input, rows, ANCHORS_PER_CELL)
}

function rowsEndInClasses({ data, shape }: OutputTensor): boolean {
  const [, rows = 0, columns = 0] = shape
  for (let row = 0; row < rows; row++) {
    const [score, cls] = data.subarray(columns * row + 4, columns * row + 6) as unknown as [number, number]
    if (!isFraction(score) || !Number.isInteger(cls)) return false
  }
  return true
}
