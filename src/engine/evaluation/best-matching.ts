import { assign } from '../tracking/assignment.ts'
import type { CostPairs } from '../tracking/overlap-pairs.ts'

/** A set of pairs of rows and columns, by rising row. */
export interface Pairs {
  row: readonly number[]
  col: readonly number[]
}

/**
 * The matching of rows and columns with the largest sum of weights, as `scipy.optimize.linear_sum_assignment` finds
 * it; pairs without a weight above zero are never matched.
 *
 * @param weightOf of a pair, by its index
 * @returns the indices of the matched pairs
 */
export function bestMatching(rows: number, cols: number, pairs: Pairs, weightOf: (pair: number) => number): number[] {
  const weighed: CostPairs = { rows, cols, start: new Int32Array(rows + 1), col: [], cost: [] }
  const indices: number[] = []
  pairs.row.forEach((row, index) => {
    const weight = weightOf(index)
    if (weight <= 0) return
    indices.push(index)
    weighed.col.push(pairs.col[index] as number)
    weighed.cost.push(-weight)
    weighed.start[row + 1] = indices.length
  })
  // A row without pairs ends where the previous one ends.
  for (let row = 1; row <= rows; row++) {
    weighed.start[row] = Math.max(weighed.start[row] as number, weighed.start[row - 1] as number)
  }
  const columnOf = assign(weighed, 0)
  return indices.filter((index) => columnOf[pairs.row[index] as number] === pairs.col[index])
}
