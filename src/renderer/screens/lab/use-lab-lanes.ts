/** The lanes under the lab's player: watched parts, marks and, on demand, the run's counts. */
import { useMemo } from 'react'
import { totalS } from '../../../shared/accuracy/intervals.ts'
import type { Score } from '../../../shared/accuracy/score.ts'
import type { TruthKind, TruthMark, TruthPlace } from '../../../shared/domain/truth.ts'
import { formatDuration } from '../../base/format/format.ts'
import type { EventRow } from '../../parts/run/records/events/event-row.ts'
import type { TimelineLane } from '../../parts/run/timeline/timeline-lane.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import { type LabMark, markLane } from './player/mark-lane.ts'
import { spanLane } from './player/span-lane.ts'
import type { CountedEvent } from './score/counted.ts'

interface LabLanes {
  place: TruthPlace
  /** Null while the counts are hidden. */
  score: Score<CountedEvent> | null
  chosenId: string | null
  onMark: (mark: TruthMark) => void
  onCounted: (event: EventRow) => void
}

export function useLabLanes({ place, score, chosenId, onMark, onCounted }: LabLanes): readonly TimelineLane[] {
  const t = texts.lab.lanes
  const watched = useMemo(() => {
    const spans = place.watched
    return spanLane({ key: 'watched', title: t.watched, note: formatDuration(totalS(spans)) }, spans, t.isWatched)
  }, [place.watched, t])
  const marked = useMemo(() => {
    const missed = new Set(score?.misses.map((m) => m.id))
    const marks = place.marks.map((mark): LabMark => {
      const wrong = missed.has(mark.id)
      return {
        timeS: mark.time_s,
        kind: mark.kind,
        tone: wrong ? 'wrong' : 'mark',
        chosen: mark.id === chosenId,
        text: textOf(mark.kind, mark.class_name, wrong ? texts.lab.score.missed : ''),
        open: () => onMark(mark),
      }
    })
    return markLane({ key: 'marks', title: t.marks, note: formatCount(marks.length) }, marks)
  }, [place.marks, score, chosenId, onMark, t])
  const counted = useMemo(() => {
    if (!score) return null
    const markOf = ({ event, kind, className, timeS }: CountedEvent, right: boolean): LabMark => ({
      timeS,
      kind,
      tone: right ? 'right' : 'wrong',
      open: () => onCounted(event),
      text: textOf(kind, className, right ? '' : texts.lab.score.counted),
    })
    const marks = [
      ...score.matches.map((m) => markOf(m.counted, true)),
      ...score.falseCounts.map((c) => markOf(c, false)),
    ]
    return markLane({ key: 'counted', title: t.counted, note: formatCount(marks.length) }, marks)
  }, [score, onCounted, t])
  return useMemo(() => [watched, marked, ...(counted ? [counted] : [])], [watched, marked, counted])
}

const textOf = (kind: TruthKind, className: string | null, verdict: string): string =>
  [texts.lab.kinds[kind], className, verdict && ` ${verdict}`].filter(Boolean).join(' ')
