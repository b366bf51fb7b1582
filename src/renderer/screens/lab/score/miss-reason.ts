/** Determines from the run's own evidence why a marked event was not counted. */
import { goTogether, type ScoreRules } from '../../../../shared/accuracy/score.ts'
import type { Evidence } from '../../../../shared/domain/evidence.ts'
import type { TruthMark } from '../../../../shared/domain/truth.ts'
import { decisiveTime } from '../../../parts/run/records/evidence/evidence-text.ts'
import type { CountedEvent } from './counted.ts'

export type MissReason =
  /** It was counted at that time, but as something else. */
  | { why: 'otherwise'; counted: CountedEvent }
  /** A similar event was rejected. */
  | { why: 'near-miss'; evidence: Evidence }
  /** It was counted, but further from the mark than the tolerance. */
  | { why: 'late'; counted: CountedEvent }
  /** The run has nothing near that time: the object was not detected, or its track was lost. */
  | { why: 'unseen' }

interface Known {
  /** Counts at this place without a matching mark. */
  falseCounts: readonly CountedEvent[]
  evidence: readonly Evidence[]
  rules: ScoreRules
}

/** Maximum distance of relevant evidence from a mark, beyond the tolerance. */
const NEAR_S = 1.5

export function missReason(mark: TruthMark, { falseCounts, evidence, rules }: Known): MissReason {
  const within = rules.toleranceS + NEAR_S
  const near = [...falseCounts]
    .map((counted) => ({ counted, apart: Math.abs(counted.timeS - mark.time_s) }))
    .filter(({ apart }) => apart <= within)
    .sort((a, b) => a.apart - b.apart)
  const other = near.find(({ counted, apart }) => apart <= rules.toleranceS && !goTogether(mark, counted, rules))
  if (other) return { why: 'otherwise', counted: other.counted }
  const left = evidence
    .filter((e) => !e.counted)
    .map((e) => ({ e, apart: apartFrom(e, mark.time_s) }))
    .filter(({ apart }) => apart <= within)
    .sort((a, b) => a.apart - b.apart)[0]
  if (left) return { why: 'near-miss', evidence: left.e }
  const late = near.find(({ counted }) => goTogether(mark, counted, rules))
  return late ? { why: 'late', counted: late.counted } : { why: 'unseen' }
}

/** Seconds between a moment and the path of the evidence; 0 within the path. */
function apartFrom(evidence: Evidence, timeS: number): number {
  const [first, last] = [evidence.path[0], evidence.path.at(-1)]
  if (!first || !last) return Math.abs(decisiveTime(evidence) - timeS)
  return Math.max(0, first.time_s - timeS, timeS - last.time_s)
}
