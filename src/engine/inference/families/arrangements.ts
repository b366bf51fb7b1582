/** Other arrangements of the outputs that a family knows, as exporters, and people who edit files, make them. */
import type { OutputTensor } from './family.ts'

type Outputs = readonly OutputTensor[]

/** Rearranges the outputs of every run as those of the trial; null when it has nothing to rearrange. */
type Step = (trial: Outputs) => ((outputs: Outputs) => Outputs) | null

export interface Arranged {
  /** The trial's outputs in this arrangement. */
  outputs: Outputs
  /** Rearranges later outputs; the same array for the same outputs. */
  arrange(outputs: Outputs): Outputs
  /** Rows and columns of tables are exchanged. */
  isTurned: boolean
}

/** The trial's outputs as they are, tidied, and with their tables turned; each form once. */
export function arrangementsOf(trial: Outputs): Arranged[] {
  const asTheyAre: Arranged = { outputs: trial, arrange: (outputs) => outputs, isTurned: false }
  const tidy = TIDYING.reduce(then, asTheyAre)
  const turned = then(tidy, turnedTables)
  return [...new Set([asTheyAre, tidy, turned])]
}

function then(before: Arranged, step: Step): Arranged {
  const rearrange = step(before.outputs)
  if (!rearrange) return before
  const known = new WeakMap<Outputs, Outputs>()
  return {
    outputs: rearrange(before.outputs),
    isTurned: step === turnedTables,
    arrange(outputs) {
      const arranged = known.get(outputs) ?? rearrange(before.arrange(outputs))
      known.set(outputs, arranged)
      return arranged
    },
  }
}

const picking = (indices: readonly number[]) => (outputs: Outputs) => indices.map((i) => outputs[i] as OutputTensor)

const numbersOf = (trial: Outputs, isWanted: (output: OutputTensor, i: number) => boolean): number[] =>
  trial.flatMap((output, i) => (isWanted(output, i) ? [i] : []))

/** The same values under a second name; outputs of one value throughout only happen to be alike. */
const withoutDoubles: Step = (trial) => {
  const isDouble = (a: OutputTensor, b: OutputTensor) =>
    a.shape.join() === b.shape.join() &&
    a.data.some((v) => v !== a.data[0]) &&
    a.data.every((v, at) => v === b.data[at])
  const once = numbersOf(trial, (output, i) => !trial.slice(0, i).some((earlier) => isDouble(output, earlier)))
  return once.length < trial.length ? picking(once) : null
}

/** YOLOv5 (`Detect` without `export`) and v8 traced by hand emit the grids of each stride beside their decoded table. */
const withoutGrids: Step = (trial) => {
  const table = trial.find(({ shape }) => shape.length === 3)
  const grids = trial.filter(({ shape }) => shape.length === 5 || (shape.length === 4 && trial.length > 2))
  const sizes = new Set(grids.map(({ shape }) => shape.slice(2, 4).join()))
  if (!table || grids.length < 2 || sizes.size < grids.length) return null
  const rest = numbersOf(trial, (output) => !grids.includes(output))
  // A segmenting head has as many masks as its largest grid has not.
  return rest.length > 0 ? picking(rest) : null
}

/** Tables of candidates before grids, such as the prototypes of masks. */
const tablesFirst: Step = (trial) => {
  const rank = (i: number) => trial[i]?.shape.length ?? 0
  const order = [...trial.keys()].sort((a, b) => rank(a) - rank(b))
  const isSorted = order.every((from, to) => from === to)
  return isSorted || trial.some(({ shape }) => shape.length < 3) ? null : picking(order)
}

/** An image instead of a batch of one: no output has a first dimension of 1. */
const withBatch: Step = (trial) => {
  const hasNone = trial.length > 0 && trial.every(({ shape }) => shape.length > 0 && shape[0] !== 1)
  const isList = trial.some(({ shape, declared = [] }) => shape[0] === 0 || typeof declared[0] === 'string')
  if (!hasNone || isList) return null
  return (outputs) => outputs.map((output) => ({ ...output, shape: [1, ...output.shape] }))
}

/** The beginning of the names of outputs that were taken apart. */
export const DETS = 'dets'

/** MMDeploy’s `dets` [1, rows, 5] end in the score: boxes and scores apart, as other detectors list them. */
const withScoresApart: Step = (trial) => {
  const at = trial.findIndex(({ shape, name }) => shape.length >= 2 && shape.at(-1) === 5 && /det|box/i.test(name))
  const hasLabels = trial.some(({ name, isInteger }) => isInteger && /label|class/i.test(name))
  if (at < 0 || !hasLabels) return null
  return (outputs) => outputs.flatMap((output, i) => (i === at ? boxesAndScoresOf(output) : [output]))
}

function boxesAndScoresOf({ data, shape }: OutputTensor): OutputTensor[] {
  const rows = data.length / 5
  const [boxes, scores] = [new Float32Array(4 * rows), new Float32Array(rows)]
  for (let row = 0; row < rows; row++) {
    boxes.set(data.subarray(5 * row, 5 * row + 4), 4 * row)
    scores[row] = data[5 * row + 4] as number
  }
  const before = shape.slice(0, -1)
  return [
    { name: `${DETS}.boxes`, shape: [...before, 4], data: boxes },
    { name: `${DETS}.scores`, shape: before, data: scores },
  ]
}

/** PaddleDetection without suppression: boxes [1, rows, 4], and scores [1, classes, rows] the other way round. */
const scoresLikeBoxes: Step = (trial) => {
  const rows = trial.find(({ shape }) => shape.length === 3 && shape[2] === 4)?.shape[1]
  const at = trial.findIndex(({ shape }) => shape.length === 3 && shape[2] === rows && shape[1] !== rows)
  if (trial.length !== 2 || rows === undefined || at < 0) return null
  return (outputs) => outputs.map((output, i) => (i === at ? turned(output) : output))
}

/** Rows and columns of tables exchanged: a head that was transposed, or not, after it. */
const turnedTables: Step = (trial) => {
  const isTable = ({ shape, isInteger }: OutputTensor) => shape.length === 3 && shape[0] === 1 && !isInteger
  if (!trial.some(isTable)) return null
  return (outputs) => outputs.map((output, i) => (isTable(trial[i] as OutputTensor) ? turned(output) : output))
}

const BLOCK = 64

function turned(output: OutputTensor): OutputTensor {
  const [batch = 1, rows = 0, columns = 0] = output.shape
  const data = new Float32Array(output.data.length)
  // In blocks, so that both sides stay in the cache.
  for (let top = 0; top < rows; top += BLOCK) {
    for (let left = 0; left < columns; left += BLOCK) {
      for (let row = top; row < Math.min(top + BLOCK, rows); row++) {
        for (let column = left; column < Math.min(left + BLOCK, columns); column++) {
          data[column * rows + row] = output.data[row * columns + column] as number
        }
      }
    }
  }
  return { ...output, shape: [batch, columns, rows], data }
}

const TIDYING: readonly Step[] = [
  withoutDoubles,
  withoutGrids,
  withBatch,
  tablesFirst,
  withScoresApart,
  scoresLikeBoxes,
]
