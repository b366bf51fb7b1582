/** Scores the counts of a run against the marks of a person: matches, misses and false counts. */
import type { Interval, TruthKind, TruthMark } from '../domain/truth.ts'
import { assign } from './assignment.ts'
import { covers } from './intervals.ts'

/** A count of a run at a place, in the terms of the marks. */
export interface Counted {
  timeS: number
  kind: TruthKind
  className: string
}

export interface ScoreRules {
  /** Largest distance between a mark and its count, in seconds. */
  toleranceS: number
  /** True when the directions must agree; otherwise a crossing may match one in the other direction. */
  direction: boolean
  /** True when the classes must agree; a mark without a class matches any. */
  className: boolean
}

export const USUAL_RULES: ScoreRules = { toleranceS: 1, direction: true, className: false }

export interface Score<C extends Counted = Counted> {
  matches: readonly { mark: TruthMark; counted: C }[]
  misses: readonly TruthMark[]
  falseCounts: readonly C[]
}

/** Half a microsecond: a distance of exactly the tolerance is within it. */
const SLACK_S = 5e-7

/**
 * Scores the watched parts of one place. A count just outside of them can still match a mark inside, but is not a false
 * count.
 */
export function scorePlace<C extends Counted>(
  marks: readonly TruthMark[],
  counted: readonly C[],
  watched: readonly Interval[],
  rules: ScoreRules,
): Score<C> {
  const { toleranceS } = rules
  const asked = marks.filter((m) => covers(watched, m.time_s)).sort((a, b) => a.time_s - b.time_s)
  const given = counted.filter((c) => covers(watched, c.timeS, toleranceS)).sort((a, b) => a.timeS - b.timeS)
  let first = 0
  const options = asked.map((mark) => {
    while (first < given.length && (given[first] as C).timeS < mark.time_s - toleranceS - SLACK_S) first++
    const edges: { to: number; cost: number }[] = []
    for (let to = first; to < given.length; to++) {
      const one = given[to] as C
      if (one.timeS > mark.time_s + toleranceS + SLACK_S) break
      if (goTogether(mark, one, rules)) edges.push({ to, cost: Math.abs(one.timeS - mark.time_s) })
    }
    return edges
  })
  const pairs = assign(options)
  const matched = new Set(pairs.map(([mark]) => mark))
  const used = new Set(pairs.map(([, one]) => one))
  return {
    matches: pairs
      .map(([mark, one]) => ({ mark: asked[mark] as TruthMark, counted: given[one] as C }))
      .sort((a, b) => a.mark.time_s - b.mark.time_s),
    misses: asked.filter((_, i) => !matched.has(i)),
    falseCounts: given.filter((c, i) => !used.has(i) && covers(watched, c.timeS)),
  }
}

export function goTogether(mark: TruthMark, { kind, className }: Counted, rules: ScoreRules): boolean {
  // An entry never matches an exit: they are different events, not directions of one.
  const sameKind = mark.kind === kind || (!rules.direction && isCrossing(mark.kind) && isCrossing(kind))
  return sameKind && (!rules.className || mark.class_name === null || mark.class_name === className)
}

const isCrossing = (kind: TruthKind): boolean => kind === 'a_to_b' || kind === 'b_to_a'
