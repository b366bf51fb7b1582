/** Aligns the items of a list with those of a later one. */

/** Indices into both lists; null when one has no counterpart. */
export type Pair = readonly [before: number | null, after: number | null]

/** A table of all pairs would be too large beyond this; such lists are compared position by position. */
const MAX_CELLS = 1_000_000

/**
 * Items with the same key are paired, in order (longest common subsequence); items between two such matches are paired
 * position by position: a renamed item is one that changed. Swapping the lists gives the same pairs, swapped.
 */
export function alignLists<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): Pair[] {
  const [a, b] = [before.map(keyOf), after.map(keyOf)]
  // When several subsequences have the same length, the same one is chosen whichever list comes first.
  const turned = JSON.stringify(a) > JSON.stringify(b)
  const matches = turned ? commonItems(b, a).map(([i, j]) => [j, i] as const) : commonItems(a, b)
  const pairs: Pair[] = []
  let [from, to] = [0, 0]
  for (const [i, j] of [...matches, [a.length, b.length] as const]) {
    for (; from < i || to < j; ) pairs.push([from < i ? from++ : null, to < j ? to++ : null])
    if (i < a.length && j < b.length) pairs.push([i, j])
    ;[from, to] = [i + 1, j + 1]
  }
  return pairs
}

function commonItems(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  if (a.length * b.length > MAX_CELLS) return []
  const width = b.length + 1
  // Length of the longest common subsequence of the rest from i in a and from j in b.
  const length = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => length[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const found: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) found.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}
