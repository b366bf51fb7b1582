import { CandidateList, type Candidates, type DecodeOptions } from '../candidates.ts'
import { bestOfQueries, MAX_QUERIES } from './detr.ts'
import {
  type Family,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type TriedModel,
  tableOf,
  UNIT_RGB,
} from './family.ts'
import { headClassOf } from './ultralytics-tasks.ts'

const HEAD = 'RTDETRDecoder'

/**
 * Ultralytics' RT-DETR: one output of boxes cx, cy, w, h in shares of the image (nn/modules/head.py, `RTDETRDecoder`).
 * Since 8.4 the model selects the pairs of query and class with the highest scores: [1, queries, 6], each row a box,
 * its score and its class; before, [1, queries, 4 + classes]. Images are stretched (models/rtdetr/predict.py).
 */
export const ultralyticsRtdetr: Family = {
  id: 'ultralytics-rtdetr',
  recognise(model) {
    const [output, ...others] = model.outputs
    if (!output || others.length > 0 || !mayDo(model, 'detect')) return null
    const head = {
      modelType: 'object_detection',
      architecture: 'Ultralytics RT-DETR',
      needsNms: false,
      pixels: { ...UNIT_RGB, fit: 'stretch' },
    } as const
    if (isListOfShares(model)) {
      const classes = namesOr(model.classNames, 0)
      return { ...head, classes, decode: ([raw], options) => listed(raw as OutputTensor, model.input, options) }
    }
    const { rows = 0, columns = 0 } = tableOf(output) ?? {}
    const classes = columns - 4
    const fits = model.classNames ? classes === model.classNames.length : classes > 0 && columns !== 6
    if (!fits || rows > MAX_QUERIES || (headClassOf(model) ?? HEAD) !== HEAD) return null
    if (!output.data.every(isFraction) || isBlank(output)) return null
    return {
      ...head,
      classes: namesOr(model.classNames, classes),
      decode([raw], options) {
        const { data } = raw as OutputTensor
        const scoreOf = (query: number, c: number) => data[query * columns + 4 + c] as number
        return bestOfQueries(data, columns, rows, classes, scoreOf, model.input, options)
      },
    }
  },
}

/**
 * Returns whether the only output is [1, queries, 6] with boxes in shares: by the name of its head, else by its values.
 * Heads with boxes in pixels have the same shape.
 */
export function isListOfShares(model: TriedModel): boolean {
  const [output, ...others] = model.outputs
  const table = tableOf(output)
  if (!output || others.length > 0 || table?.columns !== 6) return false
  const { data } = output
  const column = (of: number) => data.filter((_, i) => i % 6 === of)
  if (!column(5).every(Number.isInteger) || !column(4).every(isFraction)) return false
  const headClass = headClassOf(model)
  if (headClass !== null) return headClass === HEAD
  return !isBlank(output) && data.every((v, i) => i % 6 >= 4 || isFraction(v))
}

/** An output of zeros does not reveal its units. */
const isBlank = ({ data }: OutputTensor): boolean => data.every((v) => v === 0)

function listed({ data, shape }: OutputTensor, { width, height }: TriedModel['input'], options: DecodeOptions) {
  const { confidence, classIds } = options
  const found = new CandidateList()
  for (let row = 0; row < (shape[1] as number); row++) {
    const [cx, cy, w, h, score, cls] = data.subarray(6 * row, 6 * row + 6) as unknown as Row
    const classId = Math.round(cls)
    if (!(score >= confidence) || (classIds && !classIds.has(classId))) continue
    const [x, y, halfW, halfH] = [cx * width, cy * height, (w * width) / 2, (h * height) / 2]
    found.push(x - halfW, y - halfH, x + halfW, y + halfH, score, classId, row)
  }
  return found satisfies Candidates
}

type Row = [cx: number, cy: number, w: number, h: number, score: number, cls: number]
