/** Recommends one of the tried combinations of settings. */
import { countError, type Figures, f1Of } from '../../../../shared/accuracy/figures.ts'

export interface Candidate {
  figures: Figures
  /** Number of settings that differ from the current ones; 0 is the run itself. */
  changes: number
}

/**
 * Returns the index of the candidate with the best F1; ties are won by the count nearest to the truth, then by the
 * fewest changes. Current settings are kept unless a candidate is better. -1 when no candidate has a figure.
 */
export function recommended(candidates: readonly Candidate[]): number {
  let best = -1
  candidates.forEach((candidate, i) => {
    if (f1Of(candidate.figures) === null) return
    const before = candidates[best]
    if (!before || isBetter(candidate, before)) best = i
  })
  return best
}

const SAME = 1e-9

function isBetter(a: Candidate, b: Candidate): boolean {
  const f1 = (f1Of(a.figures) ?? 0) - (f1Of(b.figures) ?? 0)
  if (Math.abs(f1) > SAME) return f1 > 0
  const error = Math.abs(countError(a.figures)) - Math.abs(countError(b.figures))
  return error === 0 ? a.changes < b.changes : error < 0
}
