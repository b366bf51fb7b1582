import { CandidateList } from '../candidates.ts'
import { numbered } from '../class-names.ts'
import { type Family, mayDetect, type OutputTensor, onlyTable } from './family.ts'

/**
 * Ultralytics v8 to v12 detect head: one output [1, 4 + classes, anchors], each column cx, cy, w, h in input pixels
 * and one score per class (ultralytics/ultralytics, nn/modules/head.py, `Detect`).
 */
export const ultralyticsV8: Family = {
  id: 'ultralytics-v8',
  recognise(model) {
    const table = onlyTable(model)
    if (!table || !mayDetect(model)) return null
    const { rows, columns } = table
    const fits = model.classNames ? rows === 4 + model.classNames.length : rows > 4 && rows < columns
    // A head with suppression built in is [1, 300, 6]: only a model of exactly 296 classes could be mistaken for it.
    if (!fits || (columns === 6 && rows > 6)) return null
    return {
      modelType: 'object_detection',
      architecture: 'Ultralytics YOLO (v8 detect head)',
      classes: model.classNames ?? numbered(rows - 4),
      needsNms: true,
      decode: ([output], { confidence, classIds }) => {
        const { data, shape } = output as OutputTensor
        const [channels, anchors] = [shape[1] as number, shape[2] as number]
        const best = new Float32Array(anchors).fill(-1)
        const bestClass = new Int32Array(anchors)
        // Channel by channel, so that memory is read in order.
        for (let c = 4; c < channels; c++) {
          if (classIds && !classIds.has(c - 4)) continue
          const row = data.subarray(c * anchors, (c + 1) * anchors)
          for (let i = 0; i < anchors; i++) {
            const score = row[i] as number
            if (score >= confidence && score > (best[i] as number)) {
              best[i] = score
              bestClass[i] = c - 4
            }
          }
        }
        const found = new CandidateList()
        for (let i = 0; i < anchors; i++) {
          const score = best[i] as number
          if (score < 0) continue
          const [cx, cy] = [data[i] as number, data[anchors + i] as number]
          const [w, h] = [(data[2 * anchors + i] as number) / 2, (data[3 * anchors + i] as number) / 2]
          found.push(cx - w, cy - h, cx + w, cy + h, score, bestClass[i] as number)
        }
        return found
      },
    }
  },
}
