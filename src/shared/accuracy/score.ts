/** Counts of a run against what a person marked: matches, misses, false counts and the figures made of them. */
import type { Interval, TruthKind, TruthMark } from '../domain/truth.ts'
import { assign } from './assignment.ts'
import { covers } from './intervals.ts'

/** What a run counted at a place, in the terms of the marks. */
export interface Counted {
  timeS: number
  kind: TruthKind
  className: string
}

export interface ScoreRules {
  /** Largest distance between a mark and the count that goes with it, seconds. */
  toleranceS: number
  /** Otherwise a crossing may go with one in the other direction. */
  direction: boolean
  /** A mark without a class goes with any. */
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
 * Scores the watched parts of one place. A count that lies just outside of them may still go with a mark inside, but is
 * not called false.
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
  // An entry is never an exit: they are different things, not directions of one.
  const sameKind = mark.kind === kind || (!rules.direction && isCrossing(mark.kind) && isCrossing(kind))
  return sameKind && (!rules.className || mark.class_name === null || mark.class_name === className)
}

const isCrossing = (kind: TruthKind): boolean => kind === 'a_to_b' || kind === 'b_to_a'
