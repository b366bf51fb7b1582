/** Grid of candidate centres, so that suppression compares each candidate with its neighbours only. */
import type { Candidates } from './candidates.ts'

export interface Cells {
  /** Number of cells along each side of a class's grid. */
  side: number
  /** Index of the latest entry of each cell; negative when the cell is empty. */
  last: Int32Array
  /** First cell of a class's grid. */
  listOf(classId: number): number
  column(x: number): number
  row(y: number): number
}

/** One grid of `side` x `side` cells for each class, or one for all of them. */
export function createCells(
  { boxes, classIds }: Candidates,
  order: Int32Array,
  { side, classAgnostic }: { classAgnostic: boolean; side: number },
): Cells {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const lists = new Map<number, number>()
  for (const i of order) {
    const x = ((boxes[4 * i] as number) + (boxes[4 * i + 2] as number)) / 2
    const y = ((boxes[4 * i + 1] as number) + (boxes[4 * i + 3] as number)) / 2
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    const classId = classAgnostic ? 0 : (classIds[i] as number)
    if (!lists.has(classId)) lists.set(classId, lists.size * side * side)
  }
  const indexOf = (v: number, from: number, to: number) => {
    const index = Math.floor(((v - from) / (to - from)) * side)
    return index > 0 ? Math.min(index, side - 1) : 0
  }
  return {
    side,
    last: new Int32Array(lists.size * side * side).fill(-1),
    listOf: (classId) => lists.get(classAgnostic ? 0 : classId) as number,
    column: (x) => indexOf(x, left, right),
    row: (y) => indexOf(y, top, bottom),
  }
}
