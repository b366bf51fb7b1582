import { CandidateList } from '../candidates.ts'
import { areCentred, areCorners } from './box-forms.ts'
import {
  type Family,
  IMAGENET,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type Pixels,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'

/** Rows whose scores add up to one, within rounding, are the output of a softmax. */
const NEAR_ONE = 0.02
const MAX_SHARE = 2

/** (value - 127) / 128, as in the training of qfgaohao/pytorch-ssd and its derivatives (vision/ssd/config). */
const CENTRED: Pixels = { ...UNIT_RGB, fit: 'stretch', scale: 255, mean: [127, 127, 127], deviation: [128, 128, 128] }

/**
 * SSD style heads before suppression: boxes [1, rows, 4] or [1, rows, 1, 4] in shares or pixels of the input, as x1, y1,
 * x2, y2, or as cx, cy, w, h where those would be no boxes (a v8 head with its parts apart), and scores [1, rows, classes]. When the scores of a row add up to one, class 0 is the background (SSD);
 * otherwise they are independent (YOLOv4, YOLO-NAS, and PaddleDetection exported with `exclude_nms`).
 */
export const boxesAndScores: Family = {
  id: 'boxes-and-scores',
  recognise(model) {
    if (model.outputs.length !== 2 || !mayDo(model, 'detect')) return null
    const boxes = model.outputs.find(
      (o) => o.shape.at(-1) === 4 && o.shape[0] === 1 && isRowed(o) && !/score|conf/i.test(o.name),
    )
    const scores = model.outputs.find((o) => o !== boxes && o.shape.length === 3 && o.shape[1] === boxes?.shape[1])
    if (!boxes || !scores || scores.isInteger || !scores.data.every(isFraction)) return null
    const isCentred = !areCorners(boxes.data)
    if (isCentred && !areCentred(boxes.data)) return null
    const columns = scores.shape[2] as number
    const hasBackground = columns > 1 && sumToOne(scores.data, columns)
    const isShare = boxes.data.every((v) => v <= MAX_SHARE)
    const [sx, sy] = isShare ? [model.input.width, model.input.height] : [1, 1]
    const indexOf = (of: OutputTensor) => model.outputs.indexOf(of)
    return {
      modelType: 'object_detection',
      architecture: hasBackground ? 'SSD (boxes and class scores)' : 'Detector (boxes and class scores)',
      classes: hasBackground ? withBackground(model.classNames, columns) : namesOr(model.classNames, columns),
      needsNms: true,
      pixels: pixelsOf(model, hasBackground, isShare),
      decode(outputs, { confidence, classIds }) {
        const corners = (outputs[indexOf(boxes)] as OutputTensor).data
        const { data } = outputs[indexOf(scores)] as OutputTensor
        const found = new CandidateList()
        for (let row = 0; row < data.length / columns; row++) {
          let best = 0
          let bestClass = -1
          for (let c = hasBackground ? 1 : 0; c < columns; c++) {
            const score = data[row * columns + c] as number
            if (score >= confidence && score > best && (!classIds || classIds.has(c))) [best, bestClass] = [score, c]
          }
          if (bestClass < 0) continue
          const [a, b, c, d] = corners.subarray(4 * row, 4 * row + 4) as unknown as [number, number, number, number]
          const [x1, y1, x2, y2] = isCentred ? [a - c / 2, b - d / 2, a + c / 2, b + d / 2] : [a, b, c, d]
          found.push(x1 * sx, y1 * sy, x2 * sx, y2 * sy, best, bestClass, row)
        }
        return found
      },
    }
  },
}

function pixelsOf({ takesScale }: TriedModel, hasBackground: boolean, isShare: boolean): Pixels {
  if (takesScale) return IMAGENET
  if (hasBackground) return CENTRED
  return isShare ? { ...UNIT_RGB, fit: 'stretch' } : UNIT_RGB
}

const isRowed = ({ shape }: OutputTensor): boolean => shape.length === 3 || (shape.length === 4 && shape[2] === 1)

function sumToOne(scores: Float32Array, columns: number): boolean {
  for (let at = 0; at < scores.length; at += columns) {
    const sum = scores.subarray(at, at + columns).reduce((a, b) => a + b, 0)
    if (Math.abs(sum - 1) > NEAR_ONE) return false
  }
  return true
}

/** The file's class names may include or omit the background. */
function withBackground(names: string[] | null, columns: number): string[] {
  if (names) return names.length === columns - 1 ? ['background', ...names] : names
  return ['background', ...namesOr(null, columns).slice(1)]
}
