/**
 * Linear assignment with a cost limit, solved exactly.
 *
 * The result is that of `lap.lapjv(cost, extend_cost=True, cost_limit=limit)`: the matching with the smallest sum of
 * (cost - limit), so a pair at or above the limit is never made and staying unmatched costs half the limit per side.
 * Rows are added one by one, each along its shortest augmenting path (Jonker and Volgenant, Computing 38, 1987). Only
 * pairs below the limit are examined, which in a crowd of boxes is a few per row.
 */
import type { CostPairs } from './overlap-pairs.ts'

/** The column of each row, or -1. Costs must not be NaN. */
export function assign(pairs: CostPairs, limit: number): Int32Array {
  const paths = new AugmentingPaths(pairs, limit)
  for (let row = 0; row < pairs.rows; row++) paths.add(row)
  return paths.columnOf
}

/** The pairs of a full cost matrix, row-major, rows x cols. */
export function densePairs(cost: ArrayLike<number>, rows: number, cols: number): CostPairs {
  return {
    rows,
    cols,
    start: Int32Array.from({ length: rows + 1 }, (_, row) => row * cols),
    col: Array.from({ length: rows * cols }, (_, k) => k % cols),
    cost: Array.from(cost),
  }
}

/**
 * The matching so far, optimal for the rows added, with the prices (duals) that prove it. In addition to the real
 * columns, every row has a private column that costs the limit: being unmatched.
 */
class AugmentingPaths {
  readonly columnOf: Int32Array
  private readonly rowOf: Int32Array
  private readonly rowPrice: Float64Array
  private readonly colPrice: Float64Array
  private readonly distance: Float64Array
  /** The row from which a column was reached. */
  private readonly previous: Int32Array
  private readonly done: Uint8Array
  private readonly pairs: CostPairs
  private readonly limit: number

  constructor(pairs: CostPairs, limit: number) {
    this.pairs = pairs
    this.limit = limit
    this.columnOf = new Int32Array(pairs.rows).fill(-1)
    this.rowOf = new Int32Array(pairs.cols).fill(-1)
    this.rowPrice = new Float64Array(pairs.rows)
    this.colPrice = new Float64Array(pairs.cols)
    this.distance = new Float64Array(pairs.cols).fill(Number.POSITIVE_INFINITY)
    this.previous = new Int32Array(pairs.cols)
    this.done = new Uint8Array(pairs.cols)
  }

  add(start: number): void {
    const touched: number[] = []
    let row = start
    let reached = 0
    // The cheapest end found so far: `freeRow` becomes unmatched, unless a free column is nearer.
    let length = Number.POSITIVE_INFINITY
    let freeRow = start
    let freeCol = -1
    for (;;) {
      const unmatched = reached + this.limit - (this.rowPrice[row] as number)
      if (unmatched < length) {
        length = unmatched
        freeRow = row
      }
      this.relax(row, reached, touched)
      const col = this.nearest(touched)
      if (col < 0 || (this.distance[col] as number) >= length) break
      reached = this.distance[col] as number
      if (this.rowOf[col] === -1) {
        length = reached
        freeCol = col
        break
      }
      this.done[col] = 1
      row = this.rowOf[col] as number
    }
    this.reprice(start, touched, length)
    this.flip(start, freeRow, freeCol)
  }

  private relax(row: number, reached: number, touched: number[]): void {
    const base = reached - (this.rowPrice[row] as number)
    const { start, col: columns, cost } = this.pairs
    const end = start[row + 1] as number
    for (let k = start[row] as number; k < end; k++) {
      const col = columns[k] as number
      if (this.done[col] === 1 || (cost[k] as number) >= this.limit) continue
      const known = this.distance[col] as number
      const through = base + (cost[k] as number) - (this.colPrice[col] as number)
      if (through >= known) continue
      if (known === Number.POSITIVE_INFINITY) touched.push(col)
      this.distance[col] = through
      this.previous[col] = row
    }
  }

  private nearest(touched: readonly number[]): number {
    let best = -1
    let distance = Number.POSITIVE_INFINITY
    for (const col of touched) {
      if (this.done[col] === 1 || (this.distance[col] as number) >= distance) continue
      distance = this.distance[col] as number
      best = col
    }
    return best
  }

  /** Keeps every reduced cost at or above zero, and clears the search. */
  private reprice(start: number, touched: readonly number[], length: number): void {
    this.rowPrice[start] = (this.rowPrice[start] as number) + length
    for (const col of touched) {
      if (this.done[col] === 1) {
        const slack = length - (this.distance[col] as number)
        const row = this.rowOf[col] as number
        this.colPrice[col] = (this.colPrice[col] as number) - slack
        this.rowPrice[row] = (this.rowPrice[row] as number) + slack
        this.done[col] = 0
      }
      this.distance[col] = Number.POSITIVE_INFINITY
    }
  }

  /** Walks the path back: either a free column is taken, or `freeRow` gives its column away. */
  private flip(start: number, freeRow: number, freeCol: number): void {
    let col = freeCol
    if (col < 0) {
      if (freeRow === start) return
      col = this.columnOf[freeRow] as number
      this.columnOf[freeRow] = -1
    }
    for (;;) {
      const row = this.previous[col] as number
      const given = this.columnOf[row] as number
      this.columnOf[row] = col
      this.rowOf[col] = row
      if (row === start) return
      col = given
    }
  }
}
