/** Explains a run's misses and false counts from its evidence, in words and in the overlay. */
import { useMemo } from 'react'
import { goTogether, type Score, type ScoreRules } from '../../../shared/accuracy/score.ts'
import type { Evidence } from '../../../shared/domain/evidence.ts'
import type { TruthMark } from '../../../shared/domain/truth.ts'
import { formatTimecode } from '../../base/format/format.ts'
import type { Inspection } from '../../parts/run/inspector/use-inspection.ts'
import type { SceneGeometry } from '../../parts/run/overlay/run-scene.ts'
import { decisiveTime, explain } from '../../parts/run/records/evidence/evidence-text.ts'
import { texts } from '../../texts/texts.ts'
import type { ErrorRow } from './score/score-panel.tsx'
import type { CountedEvent } from './score/score-run.ts'

type MissReason =
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

/** Determines from the run's own evidence why a marked event was not counted. */
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

export interface ErrorReasons {
  explain(row: ErrorRow): string
  /** Seeks to its frame and draws the evidence over it. */
  show(row: ErrorRow): void
}

export function useErrorReasons(
  inspection: Inspection,
  place: SceneGeometry | null,
  score: Score<CountedEvent>,
  rules: ScoreRules,
): ErrorReasons {
  const { evidence, inspector, land, showEvent } = inspection
  return useMemo(() => {
    const t = texts.lab.score
    const ofPlace = evidence.all.filter((e) => e.node_id === place?.nodeId && e.geometry === place.name)
    const reasonOf = (row: Extract<ErrorRow, { sort: 'miss' }>) =>
      missReason(row.mark, { falseCounts: score.falseCounts, evidence: ofPlace, rules })
    const asCounted = ({ kind, className }: CountedEvent) => `${texts.lab.kinds[kind]} ${className}`.trim()
    return {
      explain(row) {
        if (row.sort === 'false') {
          const why = evidence.of(row.counted.event)
          const { trackId } = row.counted.event
          return why ? explain(why) : t.falseUnknown(trackId === null ? t.something : t.track(trackId))
        }
        const reason = reasonOf(row)
        switch (reason.why) {
          case 'near-miss':
            return explain(reason.evidence)
          case 'otherwise':
            return t.otherwise(asCounted(reason.counted), formatTimecode(reason.counted.timeS))
          case 'late':
            return t.late(formatTimecode(reason.counted.timeS))
          case 'unseen':
            return evidence.kept ? t.unseen : t.unseenNoEvidence
        }
      },
      show(row) {
        if (row.sort === 'false') return showEvent(row.counted.event)
        const reason = reasonOf(row)
        const why =
          reason.why === 'near-miss'
            ? reason.evidence
            : reason.why === 'unseen'
              ? null
              : evidence.of(reason.counted.event)
        inspector.chooseEvidence(why)
        land(row.mark.time_s)
      },
    }
  }, [evidence, inspector, land, showEvent, place, score, rules])
}
