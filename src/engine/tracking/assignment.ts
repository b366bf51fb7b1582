/**
 * Linear assignment with a cost limit, solved exactly.
 *
 * The answer is that of `lap.lapjv(cost, extend_cost=True, cost_limit=limit)`: the matching with the smallest sum of
 * (cost - limit), so a pair at or above the limit is never made and staying unmatched costs half the limit a side.
 * Rows are added one by one, each along its shortest augmenting path (Jonker and Volgenant, Computing 38, 1987).
 * Only pairs below the limit are looked at, which in a crowd of boxes is a few a row.
 *
 * @param cost row-major, rows x cols; no NaN
 * @returns for each row its column, or -1
 */
export function assign(cost: Float64Array, rows: number, cols: number, limit: number): Int32Array {
  const paths = new AugmentingPaths(cost, rows, cols, limit)
  for (let row = 0; row < rows; row++) paths.add(row)
  return paths.columnOf
}

/**
 * The matching so far, optimal for the rows added, with the prices (duals) that prove it. Besides the real columns
 * every row may end in a private column that costs the limit: being unmatched.
 */
class AugmentingPaths {
  readonly columnOf: Int32Array
  private readonly rowOf: Int32Array
  private readonly neighbours: number[][] = []
  private readonly rowPrice: Float64Array
  private readonly colPrice: Float64Array
  private readonly distance: Float64Array
  /** The row from which a column was reached. */
  private readonly previous: Int32Array
  private readonly done: Uint8Array
  private readonly cost: Float64Array
  private readonly cols: number
  private readonly limit: number

  constructor(cost: Float64Array, rows: number, cols: number, limit: number) {
    this.cost = cost
    this.cols = cols
    this.limit = limit
    this.columnOf = new Int32Array(rows).fill(-1)
    this.rowOf = new Int32Array(cols).fill(-1)
    this.rowPrice = new Float64Array(rows)
    this.colPrice = new Float64Array(cols)
    this.distance = new Float64Array(cols).fill(Number.POSITIVE_INFINITY)
    this.previous = new Int32Array(cols)
    this.done = new Uint8Array(cols)
    for (let row = 0; row < rows; row++) {
      const list: number[] = []
      for (let col = 0; col < cols; col++) if ((cost[row * cols + col] as number) < limit) list.push(col)
      this.neighbours.push(list)
    }
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
    for (const col of this.neighbours[row] as number[]) {
      if (this.done[col] === 1) continue
      const known = this.distance[col] as number
      const through = base + (this.cost[row * this.cols + col] as number) - (this.colPrice[col] as number)
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
