/** One-to-one matching of two sorted lists: the largest number of pairs and, among those, the lowest total cost. */

/** Positions in the first and the second list. */
export type Pair = readonly [number, number]

interface Edge {
  to: number
  cost: number
}

/**
 * @param options for each position in the first list, the positions in the second that it can be paired with and the
 * cost of each pair, at least 0
 *
 * Successive shortest paths (Ford and Fulkerson 1962; Bellman and Ford for each path): after k paths the k pairs are
 * the cheapest k pairs there are, so the last set is the cheapest of the largest. Independent components are solved
 * separately, so the cost grows with the density of the marks, not with the length of the video.
 */
export function assign(options: readonly (readonly Edge[])[]): Pair[] {
  return components(options).flatMap((rows) => assignWithin(rows, options))
}

/** Connected components: rows that share candidate columns. */
function components(options: readonly (readonly Edge[])[]): number[][] {
  const rowsOf = new Map<number, number[]>()
  options.forEach((edges, row) => {
    for (const { to } of edges) rowsOf.set(to, [...(rowsOf.get(to) ?? []), row])
  })
  const seen = new Set<number>()
  const groups: number[][] = []
  options.forEach((edges, start) => {
    if (seen.has(start) || edges.length === 0) return
    seen.add(start)
    const group = [start]
    for (const row of group) {
      for (const { to } of options[row] ?? []) {
        for (const other of rowsOf.get(to) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          group.push(other)
        }
      }
    }
    groups.push(group)
  })
  return groups
}

function assignWithin(rows: readonly number[], options: readonly (readonly Edge[])[]): Pair[] {
  const rowOf = new Map<number, number>()
  const columnOf = new Map<number, number>()
  for (;;) {
    const path = cheapestPath(rows, options, rowOf, columnOf)
    if (!path) return [...columnOf].map(([row, column]): Pair => [row, column])
    for (const [row, column] of path) {
      rowOf.set(column, row)
      columnOf.set(row, column)
    }
  }
}

/**
 * An augmenting path from an unpaired row to an unpaired column, changing the pairs along it; null when none is left.
 */
function cheapestPath(
  rows: readonly number[],
  options: readonly (readonly Edge[])[],
  rowOf: ReadonlyMap<number, number>,
  columnOf: ReadonlyMap<number, number>,
): Pair[] | null {
  /** For each row, the cost of removing it from its pair or of starting from it. */
  const cost = new Map<number, number>()
  /** For each column, the row that reaches it at the lowest cost. */
  const from = new Map<number, { row: number; cost: number }>()
  const open = rows.filter((row) => !columnOf.has(row))
  for (const row of open) cost.set(row, 0)
  for (const row of open) {
    const here = cost.get(row) ?? 0
    for (const edge of options[row] ?? []) {
      if (columnOf.get(row) === edge.to) continue
      const total = here + edge.cost
      const known = from.get(edge.to)
      if (known && known.cost <= total + 1e-12) continue
      from.set(edge.to, { row, cost: total })
      const next = rowOf.get(edge.to)
      if (next === undefined) continue
      cost.set(next, total - costOf(options[next], edge.to))
      open.push(next)
    }
  }
  let end: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [column, { cost: total }] of from) {
    if (rowOf.has(column) || total >= least) continue
    least = total
    end = column
  }
  if (end === null) return null
  const path: Pair[] = []
  for (let column: number | undefined = end; column !== undefined; ) {
    const { row } = from.get(column) as { row: number }
    path.push([row, column])
    column = columnOf.get(row)
  }
  return path
}

const costOf = (edges: readonly Edge[] = [], to: number): number => edges.find((e) => e.to === to)?.cost ?? 0
