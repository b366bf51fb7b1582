import { CandidateList } from '../candidates.ts'
import { topScored } from '../nms.ts'
import {
  BLACK,
  type Family,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type Pixels,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'

/** Mean and deviation of COCO in BGR (src/lib/datasets/dataset/coco.py); images have black bars on both sides. */
const BGR: Pixels = {
  ...UNIT_RGB,
  bars: BLACK,
  channels: 'bgr',
  mean: [0.40789654, 0.44719302, 0.47026115],
  deviation: [0.28863828, 0.27408164, 0.27809835],
}

/** Boxes of an image, the most that are kept (`K` of `ctdet_decode`). */
const MAX_PEAKS = 100

/**
 * CenterNet, three grids of the same size: a heat map for each class [1, classes, h, w], widths and heights in cells
 * [1, 2, h, w], and offsets of the centres [1, 2, h, w]. A cell that is the highest of its 3 x 3 neighbours is an object
 * (xingyizhou/CenterNet, src/lib/models/decode.py, `ctdet_decode`). Heat maps may lack their sigmoid.
 */
export const centernet: Family = {
  id: 'centernet',
  recognise(model) {
    const parts = partsOf(model)
    if (!parts || !mayDo(model, 'detect')) return null
    const { heat, size, offset } = parts
    const [, classes = 0, rows = 0, columns = 0] = heat.shape
    if (model.classNames && model.classNames.length !== classes) return null
    const isProbability = heat.operator === 'Sigmoid' || heat.data.every(isFraction)
    const [stepX, stepY] = [model.input.width / columns, model.input.height / rows]
    const at = (of: OutputTensor) => model.outputs.indexOf(of)
    const places = [at(heat), at(size), at(offset)]
    return {
      modelType: 'object_detection',
      architecture: 'CenterNet (heat maps of centres)',
      classes: namesOr(model.classNames, classes),
      // Neighbours of a peak are left out already.
      needsNms: false,
      pixels: BGR,
      decode(outputs, { confidence, classIds }) {
        const [scores, sides, shifts] = places.map((i) => (outputs[i] as OutputTensor).data) as Three
        const found = new CandidateList()
        const cells = rows * columns
        const least = isProbability ? confidence : Math.log(confidence / (1 - confidence))
        for (let c = 0; c < classes; c++) {
          if (classIds && !classIds.has(c)) continue
          for (let cell = 0; cell < cells; cell++) {
            const value = scores[c * cells + cell] as number
            if (!(value >= least) || !isPeak(scores, c * cells, cell, rows, columns)) continue
            const [x, y] = [cell % columns, Math.floor(cell / columns)]
            const [cx, cy] = [x + (shifts[cell] as number), y + (shifts[cells + cell] as number)]
            const [w, h] = [(sides[cell] as number) / 2, (sides[cells + cell] as number) / 2]
            const score = isProbability ? value : 1 / (1 + Math.exp(-value))
            found.push((cx - w) * stepX, (cy - h) * stepY, (cx + w) * stepX, (cy + h) * stepY, score, c, cell)
          }
        }
        return found.count > MAX_PEAKS ? topScored(found, MAX_PEAKS) : found
      },
    }
  },
}

type Three = [Float32Array, Float32Array, Float32Array]

/** Names of the original code, else values (offsets are shares of a cell), else the order in which it emits them. */
function partsOf({ outputs, input }: TriedModel): Record<'heat' | 'size' | 'offset', OutputTensor> | null {
  const [first] = outputs
  const grid = first?.shape.slice(2) ?? []
  const isGrid = ({ shape, isInteger }: OutputTensor) =>
    !isInteger && shape.length === 4 && shape[0] === 1 && shape.slice(2).join() === grid.join()
  if (outputs.length !== 3 || !outputs.every(isGrid)) return null
  const [rows = 0, columns = 0] = grid
  if (rows >= input.height || Math.abs(rows * input.width - columns * input.height) > input.width) return null
  const pairs = outputs.filter(({ shape }) => shape[1] === 2)
  const named = (pattern: RegExp, among: readonly OutputTensor[]) => among.find(({ name }) => pattern.test(name))
  const heat = named(/hm|heat/i, outputs) ?? outputs.find((o) => !pairs.includes(o)) ?? first
  const others = outputs.filter((o) => o !== heat && pairs.includes(o))
  const size = named(/wh|size|dim/i, others) ?? others.find((o) => !o.data.every(isFraction)) ?? others[0]
  const offset = others.find((o) => o !== size)
  return heat && size && offset ? { heat, size, offset } : null
}

function isPeak(scores: Float32Array, first: number, cell: number, rows: number, columns: number): boolean {
  const value = scores[first + cell] as number
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
      if ((scores[first + ny * columns + nx] as number) > value) return false
    }
  }
  return true
}
