/** Precision, recall, F1 and count error, in total and per direction and class. */
import type { TruthKind } from '../domain/truth.ts'
import type { Score } from './score.ts'

export interface Figures {
  marked: number
  counted: number
  /** Marks that are matched by a count. */
  found: number
  /** Counts that are matched by a mark; differs from `found` in the row of one class when pairs may mix classes. */
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

/** Harmonic mean of precision and recall; 0 when no count is right, null when nothing was marked or counted. */
export function f1Of(figures: Figures): number | null {
  const { marked, counted, found, right } = figures
  return marked + counted === 0 ? null : (found + right) / (marked + counted)
}

/** Count error: counted minus marked. */
export const countError = ({ counted, marked }: Figures): number => counted - marked
/** Count error as a share of the marked number; null when nothing was marked. */
export const relativeError = ({ counted, marked }: Figures): number | null =>
  marked === 0 ? null : (counted - marked) / marked

/** Totals over several places. */
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

/** One row per direction and class that was marked or counted: marks by their own class, counts by theirs. */
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
    // A mark of any class moves its count into its own row: both describe the same object.
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
