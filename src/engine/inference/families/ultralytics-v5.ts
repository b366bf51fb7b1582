import { CandidateList } from '../candidates.ts'
import { numbered } from '../class-names.ts'
import { type Family, mayDetect, type OutputTensor, onlyTable } from './family.ts'

/**
 * YOLOv5 and v7 detect head: one output [1, anchors, 5 + classes], each row cx, cy, w, h in input pixels, objectness,
 * and one conditional score per class; the confidence is their product (ultralytics/yolov5, models/yolo.py, `Detect`).
 */
export const ultralyticsV5: Family = {
  id: 'ultralytics-v5',
  recognise(model) {
    const table = onlyTable(model)
    if (!table || !mayDetect(model)) return null
    const { rows, columns } = table
    const fits = model.classNames ? columns === 5 + model.classNames.length : columns > 6 && rows > columns
    if (!fits) return null
    return {
      modelType: 'object_detection',
      architecture: 'Ultralytics YOLO (v5 detect head)',
      classes: model.classNames ?? numbered(columns - 5),
      needsNms: true,
      decode: ([output], { confidence, classIds }) => {
        const { data, shape } = output as OutputTensor
        const [anchors, width] = [shape[1] as number, shape[2] as number]
        const found = new CandidateList()
        for (let i = 0; i < anchors; i++) {
          const at = i * width
          const objectness = data[at + 4] as number
          if (!(objectness >= confidence)) continue
          let best = -1
          let bestClass = 0
          for (let c = 0; c < width - 5; c++) {
            const score = objectness * (data[at + 5 + c] as number)
            if (score >= confidence && score > best && (!classIds || classIds.has(c))) {
              best = score
              bestClass = c
            }
          }
          if (best < 0) continue
          const [cx, cy] = [data[at] as number, data[at + 1] as number]
          const [w, h] = [(data[at + 2] as number) / 2, (data[at + 3] as number) / 2]
          found.push(cx - w, cy - h, cx + w, cy + h, best, bestClass)
        }
        return found
      },
    }
  },
}
