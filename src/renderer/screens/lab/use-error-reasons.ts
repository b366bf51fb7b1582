/** Explains a run's misses and false counts from its evidence, in words and in the overlay. */
import { useMemo } from 'react'
import type { Score, ScoreRules } from '../../../shared/accuracy/score.ts'
import { formatTimecode } from '../../base/format/format.ts'
import type { Inspection } from '../../parts/run/inspector/use-inspection.ts'
import type { SceneGeometry } from '../../parts/run/overlay/run-scene.ts'
import { explain } from '../../parts/run/records/evidence/evidence-text.ts'
import { texts } from '../../texts/texts.ts'
import type { CountedEvent } from './score/counted.ts'
import { missReason } from './score/miss-reason.ts'
import type { ErrorRow } from './score/score-panel.tsx'

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
