/** Walks over directed graphs of any kind of node, in O(V + E). */

/** All nodes that are reachable from `starts` by steps of `next`; a start only when a path leads back to it. */
export function reachable<T>(starts: Iterable<T>, next: (node: T) => Iterable<T>): Set<T> {
  const seen = new Set<T>()
  const open = [...starts]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const to of next(node)) {
      if (seen.has(to)) continue
      seen.add(to)
      open.push(to)
    }
  }
  return seen
}

/**
 * The nodes in topological order, ties as in `nodes`; those on or behind a loop are omitted (Kahn 1962). Steps to nodes
 * that are not in `nodes` are ignored.
 */
export function topologicalSort<T>(nodes: readonly T[], next: (node: T) => Iterable<T>): T[] {
  const waiting = new Map(nodes.map((node) => [node, 0]))
  const count = (to: T, change: number): number | undefined => {
    const left = waiting.get(to)
    if (left === undefined) return undefined
    waiting.set(to, left + change)
    return left + change
  }
  for (const node of nodes) for (const to of next(node)) count(to, 1)
  const sorted = nodes.filter((node) => waiting.get(node) === 0)
  // Nodes added during the iteration are visited too.
  for (const node of sorted) for (const to of next(node)) if (count(to, -1) === 0) sorted.push(to)
  return sorted
}
