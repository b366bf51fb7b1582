import { VOC_NAMES } from '../../../shared/domain/class-sets.ts'
import { CandidateList, type Candidates, type DecodeOptions, type Found } from '../candidates.ts'
import { outlinesOf, trace } from '../outlines.ts'
import {
  type Family,
  IMAGENET,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'
import { isPlausibleMap } from './look-alikes.ts'
import { type LabelMap, type Regions, regionsOf } from './regions.ts'

const MIN_SIDE = 4
const MAX_CLASSES = 2000
const BACKGROUND = /^_*(background|bg|void|unlabell?ed|ignore)_*$/i
const NEAR_ONE = 0.02

/**
 * One class for every cell of a grid over the image: scores [1, classes, height, width] or [1, height, width, classes],
 * one score [1, 1, height, width], or class ids [1, height, width]. Each connected region of a class becomes a
 * detection; its score is the mean probability of its cells, 1 for class ids. The background is not a detection: the
 * class of that name; without names, class 0 of 2, of 21 (Pascal VOC), and of id maps. Images are stretched and normalised as in
 * torchvision (references/segmentation/presets.py); those of Ultralytics are letterboxed
 * (models/yolo/semantic/predict.py). Grids of other networks look alike: `look-alikes.ts`.
 */
export const semanticMap: Family = {
  id: 'semantic-map',
  recognise(model) {
    const [output, ...others] = model.outputs.filter((o) => !/^aux/i.test(o.name))
    if (!output || others.length > 0 || !mayDo(model, 'semantic', 'segment')) return null
    const grid = gridOf(output, model)
    if (!grid || !isPlausibleMap(model, output, grid.channels, isDistribution(output, grid))) return null
    const classes = classesOf(model, grid)
    if (model.classNames && grid.channels > 1 && model.classNames.length !== grid.channels) return null
    const background = new Set(classes.flatMap((name, id) => (BACKGROUND.test(name) ? [id] : [])))
    const read = readerOf(output, grid, classes, model.classNames?.length === 1)
    const index = model.outputs.indexOf(output)
    const regionsIn = new WeakMap<readonly OutputTensor[], Regions>()
    return {
      modelType: 'semantic_segmentation',
      architecture: 'Semantic segmentation',
      classes,
      needsNms: false,
      pixels: model.metadata.author === 'Ultralytics' ? UNIT_RGB : IMAGENET,
      decode(outputs, { confidence, classIds }: DecodeOptions): Candidates {
        const map = read((outputs[index] as OutputTensor).data)
        const regions = regionsOf(map, (id) => !background.has(id) && (!classIds || classIds.has(id)))
        regionsIn.set(outputs, regions)
        const [cellX, cellY] = [model.input.width / grid.width, model.input.height / grid.height]
        const found = new CandidateList()
        for (const [i, { x, y, width, height, score, classId }] of regions.list.entries()) {
          if (score < confidence) continue
          found.push(x * cellX, y * cellY, (x + width) * cellX, (y + height) * cellY, score, classId, i)
        }
        return found
      },
      shape: (found, outputs) => withOutlines(found, regionsIn.get(outputs) as Regions, model, grid),
    }
  },
}

interface Grid {
  width: number
  height: number
  /** 1 when there is one score or id per cell. */
  channels: number
  /** The classes of a cell are contiguous. */
  isChannelsLast: boolean
  isIds: boolean
}

function gridOf({ shape, isInteger = false }: OutputTensor, { input }: TriedModel): Grid | null {
  const [batch, ...rest] = shape
  if (batch !== 1) return null
  const grid = (channels = 0, height = 0, width = 0, isChannelsLast = false): Grid | null => {
    const isGrid = Math.min(height, width) >= MIN_SIDE && isSameAspect(height, width, input)
    const isIds = isInteger && channels === 1
    return isGrid && channels >= 1 && channels <= MAX_CLASSES && (isIds || !isInteger)
      ? { width, height, channels, isChannelsLast, isIds }
      : null
  }
  if (rest.length === 2) return isInteger ? grid(1, rest[0], rest[1]) : null
  if (rest.length !== 3) return null
  return grid(rest[0], rest[1], rest[2]) ?? grid(rest[2], rest[0], rest[1], true)
}

const isSameAspect = (height: number, width: number, input: { width: number; height: number }): boolean =>
  Math.abs(height / input.height / (width / input.width) - 1) < 0.1

function classesOf({ classNames }: TriedModel, { channels, isIds }: Grid): string[] {
  if (classNames) return classNames
  if (isIds) return ['background']
  if (channels === VOC_NAMES.length) return [...VOC_NAMES]
  const names = namesOr(null, channels)
  return channels === 2 ? ['background', ...names.slice(1)] : names
}

/** Returns how outputs like those of the trial become a class and a probability per cell. */
function readerOf(
  trial: OutputTensor,
  grid: Grid,
  classes: readonly string[],
  isOneClass: boolean,
): (data: Float32Array) => LabelMap {
  const { width, height, channels, isChannelsLast, isIds } = grid
  const cells = width * height
  if (isIds) {
    // Ids of a single class are 1 for the class and 0 elsewhere.
    const first = isOneClass ? 1 : 0
    return (data) => ({
      width,
      height,
      sureness: new Float32Array(cells).fill(1),
      labels: Int32Array.from(data, (id) => id - first),
    })
  }
  if (channels === 1) {
    const isProbability = trial.operator === 'Sigmoid' || trial.data.every(isFraction)
    // The first of two names is the background.
    const label = classes.length === 2 ? 1 : 0
    return (data) => {
      const sureness = isProbability ? data : data.map((v) => 1 / (1 + Math.exp(-v)))
      return { width, height, labels: Int32Array.from(sureness, (p) => (p >= 0.5 ? label : -1)), sureness }
    }
  }
  const [cellStep, classStep] = isChannelsLast ? [channels, 1] : [1, cells]
  const isProbability = isDistribution(trial, grid)
  return (data) => {
    const labels = new Int32Array(cells)
    const sureness = new Float32Array(cells)
    for (let c = 0; c < channels; c++) {
      for (let i = 0, at = c * classStep; i < cells; i++, at += cellStep) {
        const value = data[at] as number
        if (c === 0 || value > (sureness[i] as number)) {
          sureness[i] = value
          labels[i] = c
        }
      }
    }
    if (isProbability) return { width, height, labels, sureness }
    const sums = new Float32Array(cells)
    for (let c = 0; c < channels; c++) {
      for (let i = 0, at = c * classStep; i < cells; i++, at += cellStep) {
        sums[i] = (sums[i] as number) + Math.exp((data[at] as number) - (sureness[i] as number))
      }
    }
    return { width, height, labels, sureness: sums.map((sum) => 1 / sum) }
  }
}

/** The scores of each cell add up to 1. */
function isDistribution({ data, operator }: OutputTensor, grid: Grid): boolean {
  const { width, height, channels, isChannelsLast } = grid
  if (channels > 1 && operator === 'Softmax') return true
  if (channels === 1 || !data.every(isFraction)) return false
  const cells = width * height
  const [cellStep, classStep] = isChannelsLast ? [channels, 1] : [1, cells]
  for (let i = 0; i < cells; i++) {
    let sum = 0
    for (let c = 0; c < channels; c++) sum += data[i * cellStep + c * classStep] as number
    if (Math.abs(sum - 1) > NEAR_ONE) return false
  }
  return true
}

function withOutlines(found: Candidates, regions: Regions, { input }: TriedModel, grid: Grid): Found {
  const [cellX, cellY] = [input.width / grid.width, input.height / grid.height]
  const shapes = Array.from({ length: found.count }, (_, i) => {
    const id = found.rows?.[i] as number
    const { x, y, width, height } = regions.list[id] as Regions['list'][number]
    const inside = new Float32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * grid.width + x
      for (let column = 0; column < width; column++) {
        if (regions.of[from + column] === id) inside[row * width + column] = 1
      }
    }
    return trace(inside, width, height, 0.5).map((ring) =>
      ring.map((v, at) => (at % 2 ? (v + y) * cellY : (v + x) * cellX)),
    )
  })
  return { ...found, outlines: outlinesOf(shapes) }
}
