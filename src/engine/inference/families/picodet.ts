import { CandidateList } from '../candidates.ts'
import { type Family, IMAGENET, isFraction, mayDo, namesOr, type OutputTensor, type TriedModel } from './family.ts'

const STRIDES = [8, 16, 32, 64]

/** One stride of the head. */
interface Level {
  stride: number
  /** Columns of cells. */
  width: number
  /** Positions of its two outputs. */
  scores: number
  distances: number
}

/**
 * PicoDet without its postprocessing: for each stride scores [1, cells, classes], and for each side of the box a
 * distribution over distances from the middle of the cell in strides [1, cells, 4 bins]; the distance is its mean
 * (PaddleDetection, ppdet/modeling/heads/pico_head.py; rapid_layout, model_handler/pp/post_process.py). Images are
 * stretched, and normalised by ImageNet's mean.
 */
export const picodet: Family = {
  id: 'picodet',
  recognise(model) {
    const found = levelsOf(model)
    if (!found || !mayDo(model, 'detect')) return null
    const { levels, classes, bins } = found
    if (model.classNames && model.classNames.length !== classes) return null
    return {
      modelType: 'object_detection',
      architecture: 'PicoDet (grids of each stride)',
      classes: namesOr(model.classNames, classes),
      needsNms: true,
      pixels: IMAGENET,
      decode(outputs, { confidence, classIds }) {
        const list = new CandidateList()
        for (const { stride, width, scores: s, distances: d } of levels) {
          const [scores, distances] = [outputs[s], outputs[d]] as [OutputTensor, OutputTensor]
          const rows = scores.shape[1] as number
          for (let row = 0; row < rows; row++) {
            const [best, score] = bestOf(scores.data, row * classes, classes, classIds)
            if (!(score >= confidence)) continue
            const side = (i: number) => stride * meanBin(distances.data, (4 * row + i) * bins, bins)
            const x = ((row % width) + 0.5) * stride
            const y = (Math.floor(row / width) + 0.5) * stride
            list.push(x - side(0), y - side(1), x + side(2), y + side(3), score, best)
          }
        }
        return list
      },
    }
  },
}

/** Scores of all strides first, then distances, each from the finest; null for other outputs. */
function levelsOf({ outputs, input }: TriedModel): { levels: Level[]; classes: number; bins: number } | null {
  if (outputs.length !== 2 * STRIDES.length) return null
  const classes = outputs[0]?.shape[2] ?? 0
  const bins = (outputs[STRIDES.length]?.shape[2] ?? 0) / 4
  if (classes < 1 || bins < 2 || !Number.isInteger(bins)) return null
  const levels: Level[] = []
  for (const [i, stride] of STRIDES.entries()) {
    const width = Math.ceil(input.width / stride)
    const rows = width * Math.ceil(input.height / stride)
    const level: Level = { stride, width, scores: i, distances: i + STRIDES.length }
    const [scores, distances] = [outputs[level.scores], outputs[level.distances]] as [OutputTensor, OutputTensor]
    if (!isTable(scores, rows, classes) || !isTable(distances, rows, 4 * bins)) return null
    if (!scores.data.every(isFraction)) return null
    levels.push(level)
  }
  return { levels, classes, bins }
}

const isTable = ({ shape }: OutputTensor, rows: number, columns: number): boolean =>
  shape.join() === [1, rows, columns].join()

function bestOf(scores: Float32Array, from: number, classes: number, wanted: ReadonlySet<number> | null) {
  let [best, score] = [-1, Number.NEGATIVE_INFINITY]
  for (let c = 0; c < classes; c++) {
    const value = scores[from + c] as number
    if (value > score && (!wanted || wanted.has(c))) [best, score] = [c, value]
  }
  return [best, score] as const
}

/** The mean of a distribution that is given by logits. */
function meanBin(logits: Float32Array, from: number, bins: number): number {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < bins; i++) top = Math.max(top, logits[from + i] as number)
  let [sum, weighted] = [0, 0]
  for (let i = 0; i < bins; i++) {
    const power = Math.exp((logits[from + i] as number) - top)
    sum += power
    weighted += i * power
  }
  return weighted / sum
}
