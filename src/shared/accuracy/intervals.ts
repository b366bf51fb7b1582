/** Sets of times as sorted, disjoint intervals. */
import type { Interval } from '../domain/truth.ts'

/** Gaps up to this length are noise of clocks and frames, not time left unwatched. */
const SAME_S = 0.05

/** The same times, sorted and merged. Intervals that end before they begin are dropped. */
export function tidy(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(([from, to]) => to >= from).sort((a, b) => a[0] - b[0])
  const apart: Interval[] = []
  for (const [from, to] of sorted) {
    const last = apart.at(-1)
    if (last && from <= last[1] + SAME_S) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}

/** Adds an interval; returns the same array when it is already covered. */
export function including(intervals: readonly Interval[], from: number, to: number): readonly Interval[] {
  if (intervals.some((i) => i[0] <= from && to <= i[1])) return intervals
  return tidy([...intervals.map(([a, b]): Interval => [a, b]), [from, to]])
}

/** Removes an interval. */
export const excluding = (intervals: readonly Interval[], from: number, to: number): Interval[] =>
  intervals.flatMap(([a, b]): Interval[] => {
    if (b <= from || to <= a) return [[a, b]]
    return [...(a < from ? [[a, from] as Interval] : []), ...(to < b ? [[to, b] as Interval] : [])]
  })

/**
 * Merges the intervals of two windows that both began with `base`: the union of both, without the parts of `base` that
 * either of them removed.
 */
export function mergeIntervals(
  base: readonly Interval[],
  mine: readonly Interval[],
  theirs: readonly Interval[],
): Interval[] {
  const without = (all: readonly Interval[], gone: readonly Interval[]) =>
    gone.reduce<readonly Interval[]>((left, [from, to]) => excluding(left, from, to), all)
  const [forgottenHere, forgottenThere] = [without(base, mine), without(base, theirs)]
  const all = [...without(mine, forgottenThere), ...without(theirs, forgottenHere)]
  return tidy(all.map(([from, to]): Interval => [from, to]))
}

/** True when a time lies in an interval or within `reachS` of one. O(n). */
export const covers = (intervals: readonly Interval[], timeS: number, reachS = 0): boolean =>
  intervals.some(([from, to]) => from - reachS <= timeS && timeS <= to + reachS)

export const totalS = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, [from, to]) => sum + to - from, 0)
