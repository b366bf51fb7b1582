import { CandidateList } from '../candidates.ts'
import {
  type Family,
  fitOfGrid,
  mayDo,
  namesOr,
  type OutputTensor,
  type Pixels,
  STRIDES,
  tableOf,
  UNIT_RGB,
} from './family.ts'
import { gridOf } from './yolox.ts'

/** Steps of the distribution of each side’s distance, 0 to 7 strides (`reg_max` 7 in every configuration). */
const STEPS = 8
const SIDES = 4 * STEPS

/** config/nanodet-plus-m_320.yml, `normalize`; images are BGR, stretched (`keep_ratio: False`). */
const BGR: Pixels = {
  ...UNIT_RGB,
  fit: 'stretch',
  channels: 'bgr',
  scale: 255,
  mean: [103.53, 116.28, 123.675],
  deviation: [57.375, 57.12, 58.395],
}

/**
 * NanoDet and NanoDet-Plus: [1, cells, classes + 32], one row for each cell of each stride: the scores of the classes,
 * then for each side of the box a distribution of its distance in strides, whose softmax is averaged. Plus has four
 * strides and measures from the top left corner of a cell, the older heads have three and measure from its middle
 * (RangiLyu/nanodet, nanodet/model/head/nanodet_plus_head.py and gfl_head.py).
 */
export const nanodet: Family = {
  id: 'nanodet',
  recognise(model) {
    const [output, ...others] = model.outputs
    const table = tableOf(output)
    if (!output || !table || others.length > 0 || !mayDo(model, 'detect')) return null
    const classes = table.columns - SIDES
    const strides = STRIDES.find((these) => gridOf(model.input, these).length === 3 * table.rows)
    if (!strides || classes < 1 || (model.classNames && model.classNames.length !== classes)) return null
    if (!hasLogits(output, classes)) return null
    const isPlus = strides.length === 4
    const cells = gridOf(model.input, strides)
    return {
      modelType: 'object_detection',
      architecture: isPlus ? 'NanoDet-Plus' : 'NanoDet',
      classes: namesOr(model.classNames, classes),
      needsNms: true,
      pixels: BGR,
      fit: fitOfGrid(model, classes, table.rows),
      decode([raw], { confidence, classIds }) {
        const { data } = raw as OutputTensor
        const found = new CandidateList()
        for (let row = 0; row < table.rows; row++) {
          const at = row * table.columns
          let [best, bestClass] = [0, -1]
          for (let c = 0; c < classes; c++) {
            const score = data[at + c] as number
            if (score >= confidence && score > best && (!classIds || classIds.has(c))) [best, bestClass] = [score, c]
          }
          if (bestClass < 0) continue
          const [x, y, stride] = cells.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number]
          const [cx, cy] = isPlus ? [x * stride, y * stride] : [(x + 0.5) * stride, (y + 0.5) * stride]
          const sides = at + classes
          const distance = (side: number) => stride * meanOf(data, sides + STEPS * side)
          found.push(cx - distance(0), cy - distance(1), cx + distance(2), cy + distance(3), best, bestClass, row)
        }
        return found
      },
    }
  },
}

/** Distributions before their softmax hardly ever all lie within 0 to 1, which the scores of another head would. */
function hasLogits({ data, shape }: OutputTensor, classes: number): boolean {
  const columns = shape[2] as number
  return data.some((v, i) => i % columns >= classes && (v < 0 || v > 1))
}

/** The mean step of a distribution of logits. */
function meanOf(data: Float32Array, from: number): number {
  const logits = data.subarray(from, from + STEPS)
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  let [sum, mean] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    const power = Math.exp((logits[step] as number) - top)
    sum += power
    mean += step * power
  }
  return mean / sum
}
