import { CandidateList } from '../candidates.ts'
import { numbered } from '../class-names.ts'
import { type Family, mayDetect, type OutputTensor, onlyTable } from './family.ts'

/** More rows than any export with suppression built in keeps (300 by default): a raw head of one class. */
const MOST_ROWS = 3000

/**
 * Ultralytics heads that suppress themselves (YOLOv10, YOLO26, or any exported with `nms=True`): one output
 * [1, boxes, 6], each row x1, y1, x2, y2 in input pixels, score, class; unused rows have score 0.
 */
export const endToEnd: Family = {
  id: 'end-to-end',
  recognise(model) {
    const table = onlyTable(model)
    if (!table || !mayDetect(model) || table.columns !== 6 || table.rows > MOST_ROWS) return null
    return {
      modelType: 'object_detection',
      architecture: 'Ultralytics YOLO (end-to-end detect head)',
      classes: model.classNames ?? numbered(0),
      needsNms: false,
      decode: ([output], { confidence, classIds }) => {
        const { data, shape } = output as OutputTensor
        const found = new CandidateList()
        for (let i = 0; i < (shape[1] as number); i++) {
          const [x1, y1, x2, y2, score, cls] = data.subarray(6 * i, 6 * i + 6) as unknown as Row
          const classId = Math.round(cls)
          if (!(score >= confidence) || score <= 0 || (classIds && !classIds.has(classId))) continue
          found.push(x1, y1, x2, y2, score, classId)
        }
        return found
      },
    }
  },
}

type Row = [number, number, number, number, number, number]
