/** Heads that emit each value of each stride as an output of its own. */
import type { OutputTensor, TriedModel } from './family.ts'

/** One stride of a head. */
export interface Level {
  stride: number
  /** Cells of a row of the grid. */
  width: number
  /** Candidates of the cells, row by row. */
  rows: number
  /** The positions of its outputs, in the order of the columns that were asked for. */
  outputs: number[]
}

const THREE = [8, 16, 32]
const FIVE = [8, 16, 32, 64, 128]

/**
 * The levels of a head with `anchors` candidates for each cell, whose outputs are [rows, columns] or [1, rows, columns]
 * for each number of `columns`, in any order; null when the outputs are others.
 */
export function levelsOf({ input, outputs }: TriedModel, columns: readonly number[], anchors: number): Level[] | null {
  const strides = [THREE, FIVE].find((these) => these.length * columns.length === outputs.length)
  if (!strides) return null
  const taken = new Set<number>()
  const levels = strides.map((stride): Level => {
    const rows = anchors * Math.ceil(input.width / stride) * Math.ceil(input.height / stride)
    const places = columns.map((width) => {
      const at = outputs.findIndex((output, i) => !taken.has(i) && isTable(output, rows, width))
      taken.add(at)
      return at
    })
    return { stride, width: Math.ceil(input.width / stride), rows, outputs: places }
  })
  return levels.some(({ outputs: places }) => places.includes(-1)) ? null : levels
}

function isTable({ shape, isInteger }: OutputTensor, rows: number, columns: number): boolean {
  const own = shape.length === 3 && shape[0] === 1 ? shape.slice(1) : shape
  return !isInteger && own.length === 2 && own[0] === rows && own[1] === columns
}

/** Column and row of the cell of a candidate. */
export function cellOf({ width }: Level, row: number, anchors: number): [x: number, y: number] {
  const cell = Math.floor(row / anchors)
  return [cell % width, Math.floor(cell / width)]
}

/** Five points of a face, as YuNet, SCRFD and RetinaFace order them; left and right are those of the person. */
export const FACE_POINTS = {
  names: ['right eye', 'left eye', 'nose', 'right corner of the mouth', 'left corner of the mouth'],
  skeleton: [] as [number, number][],
}

/** The only class of a detector of faces. */
export const faceNames = (names: string[] | null): string[] => (names?.length === 1 ? names : ['face'])

/** Points of the candidates that survived: `pointOf` returns x and y in pixels of the input. */
export function pointsOf(
  found: { count: number; rows?: Int32Array },
  pointOf: (row: number, k: number) => [x: number, y: number],
): Float32Array<ArrayBuffer> {
  const each = FACE_POINTS.names.length
  const points = new Float32Array(3 * each * found.count)
  for (let i = 0; i < found.count; i++) {
    for (let k = 0; k < each; k++) points.set([...pointOf(found.rows?.[i] as number, k), 1], 3 * (each * i + k))
  }
  return points
}

/** The level of a candidate and its row there, by its row in all levels one after the other. */
export function levelOfRow(levels: readonly Level[], row: number): [level: Level, row: number] {
  let left = row
  for (const level of levels) {
    if (left < level.rows) return [level, left]
    left -= level.rows
  }
  throw new RangeError(`no level has the row ${row}`)
}
