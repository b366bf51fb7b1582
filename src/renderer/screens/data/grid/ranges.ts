/**
 * Sets of indexes as ranges, so that a selection of a million images is one pair of numbers. Ranges are sorted, apart
 * from each other and not empty; each has its first index, and the one after its last.
 */
export type Range = readonly [start: number, end: number]
export type Ranges = readonly Range[]

export const NO_RANGES: Ranges = []

export const rangeOf = (start: number, end: number): Ranges => (start < end ? [[start, end]] : NO_RANGES)

export function sizeOf(ranges: Ranges): number {
  let size = 0
  for (const [start, end] of ranges) size += end - start
  return size
}

/** By binary search. */
export function hasIndex(ranges: Ranges, index: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle] as Range)[1] <= index) low = middle + 1
    else high = middle
  }
  return low < ranges.length && (ranges[low] as Range)[0] <= index
}

export function union(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const joined: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    const next = !y || (x && x[0] <= y[0]) ? (a[i++] as Range) : (b[j++] as Range)
    const last = joined.at(-1)
    if (last && next[0] <= last[1]) last[1] = Math.max(last[1], next[1])
    else joined.push([next[0], next[1]])
  }
  return joined
}

export function subtract(a: Ranges, b: Ranges): Ranges {
  const left: Range[] = []
  let j = 0
  for (const [start, end] of a) {
    let from = start
    while (j < b.length && (b[j] as Range)[1] <= from) j++
    for (let k = j; k < b.length && (b[k] as Range)[0] < end; k++) {
      const [cutStart, cutEnd] = b[k] as Range
      if (cutStart > from) left.push([from, cutStart])
      from = Math.max(from, cutEnd)
    }
    if (from < end) left.push([from, end])
  }
  return left
}

export const toggled = (ranges: Ranges, index: number): Ranges =>
  hasIndex(ranges, index) ? subtract(ranges, rangeOf(index, index + 1)) : union(ranges, rangeOf(index, index + 1))

/** The items at the indexes, in order. */
export const itemsAt = <T>(items: readonly T[], ranges: Ranges): T[] =>
  ranges.flatMap(([start, end]) => items.slice(start, end))

/** The ranges of the indexes whose items pass the test. */
export function rangesWhere<T>(items: readonly T[], passes: (item: T) => boolean): Ranges {
  const found: [number, number][] = []
  for (const [i, item] of items.entries()) {
    if (!passes(item)) continue
    const last = found.at(-1)
    if (last && last[1] === i) last[1] = i + 1
    else found.push([i, i + 1])
  }
  return found
}
