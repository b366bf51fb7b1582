/**
 * The certainty of a share of few marks: its 95 % interval, and whether there are enough marks to draw a conclusion.
 */

export interface Share {
  hits: number
  of: number
}

/** Below this many marks, the interval of a recall is too wide to compare settings by. */
export const ENOUGH_MARKS = 30

const Z = 1.959964

/** Null when nothing was counted or marked. */
export const shareOf = ({ hits, of }: Share): number | null => (of === 0 ? null : hits / of)

/** Wilson's score interval (Wilson 1927), which also holds for few marks and for shares of 0 and 1. */
export function likelyRange({ hits, of }: Share): readonly [number, number] | null {
  if (of === 0) return null
  const share = hits / of
  const z2 = Z * Z
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of)
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
