/** The lanes under the lab's player: watched parts, marks and, on demand, the run's counts. */
import { useMemo } from 'react'
import { totalS } from '../../../shared/accuracy/intervals.ts'
import type { Score } from '../../../shared/accuracy/score.ts'
import type { Interval, TruthKind, TruthMark, TruthPlace } from '../../../shared/domain/truth.ts'
import { formatDuration } from '../../base/format/format.ts'
import type { EventRow } from '../../parts/run/records/events/event-row.ts'
import {
  type LaneArea,
  type LaneMark,
  markX,
  nearestMark,
  type PaintLane,
  type TimelineLane,
} from '../../parts/run/timeline/timeline-lane.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import type { CountedEvent } from './score/score-run.ts'

const TALL_PX = 10

/** A lane of the lab's time line: the parts of the video that the user has watched. */
function spanLane(
  named: Pick<TimelineLane, 'key' | 'title' | 'note'>,
  spans: readonly Interval[],
  text: (within: boolean) => string,
): TimelineLane {
  return {
    ...named,
    color: '',
    stops: spans.flat(),
    markAt: () => null,
    textAt: (timeS) => text(spans.some(([from, to]) => from <= timeS && timeS <= to)),
    paint(context, { width, height, durationS, color }) {
      context.fillStyle = color('faint')
      for (const [from, to] of spans) {
        const x = (from / durationS) * width
        context.beginPath()
        context.roundRect(x, (height - TALL_PX) / 2, Math.max(1, ((to - from) / durationS) * width), TALL_PX, 2)
        context.fill()
      }
    },
  }
}

interface LabMark extends LaneMark {
  kind: TruthKind
  /** Errors have a head, so that they are recognizable without their colour. */
  tone: 'mark' | 'right' | 'wrong'
  chosen?: boolean
}

const COLORS = { mark: 'accent', right: 'good', wrong: 'bad' } as const
const HEAD_PX = 3
const isUp = (kind: TruthKind): boolean => kind === 'a_to_b' || kind === 'entry'

/** A lane of the lab's time line: marks of the user or counts of the run; above the middle are A to B and entries. */
function markLane(named: Pick<TimelineLane, 'key' | 'title' | 'note'>, unsorted: readonly LabMark[]): TimelineLane {
  const marks = [...unsorted].sort((a, b) => a.timeS - b.timeS)
  const times = Float64Array.from(marks, (m) => m.timeS)
  return {
    ...named,
    color: '',
    stops: times,
    markAt: (timeS, withinS) => nearestMark({ marks, times }, timeS, withinS),
    textAt: () => '',
    paint: paintOf(marks),
  }
}

const paintOf =
  (marks: readonly LabMark[]): PaintLane =>
  (context, area) => {
    context.fillStyle = area.color('line-strong')
    context.fillRect(0, Math.round(area.height / 2), area.width, 1)
    for (const mark of marks) paintMark(context, mark, area)
  }

function paintMark(context: CanvasRenderingContext2D, { timeS, kind, tone, chosen }: LabMark, area: LaneArea): void {
  const middle = Math.round(area.height / 2)
  const [x, up] = [markX(timeS, area), isUp(kind)]
  const [top, tall] = up ? [3, middle - 3] : [middle + 1, area.height - middle - 4]
  context.fillStyle = area.color(COLORS[tone])
  context.fillRect(x - 1, top, 2, tall)
  if (tone === 'wrong') {
    context.beginPath()
    context.arc(x, up ? top + 1 : top + tall - 1, HEAD_PX, 0, 2 * Math.PI)
    context.fill()
  }
  if (chosen) {
    context.strokeStyle = area.color('text')
    context.strokeRect(x - 3.5, top - 1.5, 7, tall + 3)
  }
}

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
