/** Which of the tried settings to take, and why. */
import { countError, type Figures, f1Of } from '../../../shared/accuracy/figures.ts'

export interface Candidate {
  figures: Figures
  /** How many settings differ from those of now; 0 is the run itself. */
  changes: number
}

/**
 * Position of the one with the best F1; among equals the one whose count is nearest to the truth, then the one that
 * changes least. Settings of now stay unless something is better than they are. -1 where nothing has a figure.
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
