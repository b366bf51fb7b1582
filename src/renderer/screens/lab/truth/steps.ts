/** Steps of undo and redo, which are applied to the current marks. */
import { Value } from 'typebox/value'
import { mergeIntervals } from '../../../../shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { byTime, placeIn, samePlace } from './places.ts'

/** One edit of this window. */
export interface Step {
  before: readonly TruthPlace[]
  after: readonly TruthPlace[]
  /** True when the edit also changed the watched intervals. */
  whole: boolean
}

export const undone = (now: readonly TruthPlace[], { before, after, whole }: Step): readonly TruthPlace[] =>
  applied(now, after, before, whole)
export const redone = (now: readonly TruthPlace[], { before, after, whole }: Step): readonly TruthPlace[] =>
  applied(now, before, after, whole)

/** Changes only marks that the step changed and that have not changed since; other windows made all other changes. */
function applied(
  now: readonly TruthPlace[],
  from: readonly TruthPlace[],
  to: readonly TruthPlace[],
  whole: boolean,
): readonly TruthPlace[] {
  const ids = [...now, ...to.filter((p) => !now.some((other) => samePlace(p, other)))]
  return ids.flatMap((id) => {
    const [current, was, becomes] = [placeIn(now, id), placeIn(from, id), placeIn(to, id)]
    if (was === becomes) return current
    const watched = whole ? mergeIntervals(was.watched, becomes.watched, current.watched) : current.watched
    const marks = appliedMarks(current.marks, was.marks, becomes.marks)
    const isNew = !to.some((p) => samePlace(p, id))
    return isNew && marks.length === 0 && watched.length === 0 ? [] : { ...current, watched, marks }
  })
}

function appliedMarks(now: readonly TruthMark[], from: readonly TruthMark[], to: readonly TruthMark[]): TruthMark[] {
  const [was, becomes] = [byId(from), byId(to)]
  const marks = byId(now)
  for (const id of new Set([...was.keys(), ...becomes.keys()])) {
    const [before, after] = [was.get(id), becomes.get(id)]
    if (same(before, after) || !same(marks.get(id), before)) continue
    if (after) marks.set(id, after)
    else marks.delete(id)
  }
  return byTime([...marks.values()])
}

const byId = (marks: readonly TruthMark[]) => new Map(marks.map((m) => [m.id, m]))
const same = (a: unknown, b: unknown): boolean => a === b || Value.Equal(a, b)
