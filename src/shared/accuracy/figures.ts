/** Precision, recall, F1 and count error, over all and by direction and class. */
import type { TruthKind } from '../domain/truth.ts'
import type { Score } from './score.ts'

export interface Figures {
  marked: number
  counted: number
  /** Marks that a count goes with. */
  found: number
  /** Counts that a mark goes with; differs from `found` in a row of one class when pairs may mix classes. */
  right: number
}

export interface FigureRow extends Figures {
  kind: TruthKind
  /** Null: marks of any class. */
  className: string | null
}

const none = (): Figures => ({ marked: 0, counted: 0, found: 0, right: 0 })

export const precisionOf = ({ right, counted }: Figures): number | null => (counted === 0 ? null : right / counted)
export const recallOf = ({ found, marked }: Figures): number | null => (marked === 0 ? null : found / marked)

/** Harmonic mean of precision and recall; 0 where nothing is right, null where there was nothing to find or count. */
export function f1Of(figures: Figures): number | null {
  const { marked, counted, found, right } = figures
  return marked + counted === 0 ? null : (found + right) / (marked + counted)
}

/** Counted less marked: what a report of counts is wrong by. */
export const countError = ({ counted, marked }: Figures): number => counted - marked
/** As a share of what was marked; null where nothing was. */
export const relativeError = ({ counted, marked }: Figures): number | null =>
  marked === 0 ? null : (counted - marked) / marked

/** Over several places. */
export function figuresOf(scores: readonly Score[]): Figures {
  const sum = none()
  for (const { matches, misses, falseCounts } of scores) {
    sum.marked += matches.length + misses.length
    sum.counted += matches.length + falseCounts.length
    sum.found += matches.length
    sum.right += matches.length
  }
  return sum
}

/** A row for each direction and class that was marked or counted, marks by their own class and counts by theirs. */
export function figureRows({ matches, misses, falseCounts }: Score): FigureRow[] {
  const rows = new Map<string, FigureRow>()
  const at = (kind: TruthKind, className: string | null): FigureRow => {
    const key = `${kind} ${className ?? ''}`
    const row = rows.get(key) ?? { kind, className, ...none() }
    rows.set(key, row)
    return row
  }
  for (const { mark, counted } of matches) {
    const row = at(mark.kind, mark.class_name)
    row.marked++
    row.found++
    // A mark of any class takes the count into its own row: both are about the same object.
    const theirs = at(counted.kind, mark.class_name === null ? null : counted.className)
    theirs.counted++
    theirs.right++
  }
  for (const mark of misses) at(mark.kind, mark.class_name).marked++
  for (const { kind, className } of falseCounts) at(kind, className).counted++
  return [...rows.values()].sort(
    (a, b) => a.kind.localeCompare(b.kind) || (a.className ?? '').localeCompare(b.className ?? ''),
  )
}
