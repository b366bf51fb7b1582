/** Aligns two ascending lists of times in order, so that the distances between partners are as small as possible. */

/** Clusters with more pairs than this are matched greedily in order instead of optimally. */
const MAX_CELLS = 4_000_000

/**
 * Returns the index in `b` of the partner of each time of `a`; -1 when none is within the window. Partners are unique
 * and keep their order. A pair is worth more the nearer it is, and two pairs are always worth more than one.
 */
export function alignTimes(a: ArrayLike<number>, b: ArrayLike<number>, windowS: number): Int32Array {
  const partners = new Int32Array(a.length).fill(-1)
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const gap = (b[j] as number) - (a[i] as number)
    if (gap > windowS) i++
    else if (gap < -windowS) j++
    else {
      const [endA, endB] = clusterEnd(a, b, i, j, windowS)
      if ((endA - i) * (endB - j) <= MAX_CELLS) best(a, b, i, endA, j, endB, windowS, partners)
      else inOrder(a, b, i, endA, j, endB, windowS, partners)
      i = endA
      j = endB
    }
  }
  return partners
}

/** Returns the end of a cluster, in which each time follows another one of either list within the window. */
function clusterEnd(a: ArrayLike<number>, b: ArrayLike<number>, i: number, j: number, windowS: number) {
  let last = Math.min(a[i] as number, b[j] as number)
  let [endA, endB] = [i, j]
  for (;;) {
    const nextA = endA < a.length ? (a[endA] as number) : Number.POSITIVE_INFINITY
    const nextB = endB < b.length ? (b[endB] as number) : Number.POSITIVE_INFINITY
    const next = Math.min(nextA, nextB)
    if (!(next - last <= windowS)) return [endA, endB] as const
    last = next
    if (nextA <= nextB) endA++
    else endB++
  }
}

function best(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  fromA: number,
  endA: number,
  fromB: number,
  endB: number,
  windowS: number,
  partners: Int32Array,
): void {
  const [rows, columns] = [endA - fromA, endB - fromB]
  const width = columns + 1
  /** The maximum value of the remaining pairs, from each cell on. */
  const worth = new Float64Array((rows + 1) * width)
  const ofPair = (r: number, c: number) => {
    const distance = Math.abs((a[fromA + r] as number) - (b[fromB + c] as number))
    return distance <= windowS ? 2 * windowS + 1e-9 - distance : Number.NEGATIVE_INFINITY
  }
  const at = (r: number, c: number) => worth[r * width + c] as number
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) {
      worth[r * width + c] = Math.max(at(r + 1, c), at(r, c + 1), ofPair(r, c) + at(r + 1, c + 1))
    }
  }
  let [r, c] = [0, 0]
  while (r < rows && c < columns) {
    const here = at(r, c)
    if (here === ofPair(r, c) + at(r + 1, c + 1)) partners[fromA + r++] = fromB + c++
    else if (here === at(r + 1, c)) r++
    else c++
  }
}

function inOrder(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  fromA: number,
  endA: number,
  fromB: number,
  endB: number,
  windowS: number,
  partners: Int32Array,
): void {
  let [i, j] = [fromA, fromB]
  while (i < endA && j < endB) {
    const gap = (b[j] as number) - (a[i] as number)
    if (gap > windowS) i++
    else if (gap < -windowS) j++
    else partners[i++] = j++
  }
}
