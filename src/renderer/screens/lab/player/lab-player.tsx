/** The player of the lab and its lanes. The player hides the run's results unless the user shows them. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { totalS } from '../../../../shared/accuracy/intervals.ts'
import type { Score } from '../../../../shared/accuracy/score.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { Interval, TruthKind, TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { formatDuration } from '../../../base/format/format.ts'
import { OverlayPlayer, useOverlaid } from '../../../parts/run/inspector/overlay-player.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { type Paint, usePainter } from '../../../parts/run/inspector/use-painter.ts'
import { paintGeometries } from '../../../parts/run/overlay/paint-geometries.ts'
import { Pen } from '../../../parts/run/overlay/pen.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import { type OverlayMedia, useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import type { Playback } from '../../../parts/run/player/playback.ts'
import playerClasses from '../../../parts/run/player/player.module.css'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import {
  type LaneArea,
  type LaneMark,
  markX,
  nearestMark,
  type PaintLane,
  type TimelineLane,
} from '../../../parts/run/timeline/timeline-lane.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import type { CountedEvent } from '../score/score-run.ts'
import type { PlaceId, TruthStore } from '../truth/truth-store.ts'

interface LabPlayerProps {
  inspection: Inspection
  media: OverlayMedia
  place: SceneGeometry | null
  blind: boolean
  onBlind: () => void
  lanes: readonly TimelineLane[]
  /** Steps to the next mark, with -1 to the previous one. */
  onStepMark: (steps: number) => void
}

export function LabPlayer({ inspection, media, place, blind, onBlind, lanes, onStepMark }: LabPlayerProps) {
  const { playback, frames, scene, counts, frame, frameS } = inspection
  // The annotated video would reveal the run's results, so it is never shown here.
  const { medium, fail } = useOverlayMedia({ ...media, annotated: [] })
  const seen = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: false })
  const unseen = useBlindPainter(playback, place, frame)
  const overlaid = useOverlaid(inspection, onStepMark)
  // The images of a run are known once its record is read.
  if (medium === null && !frames.done) return null
  if (medium === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {texts.lab.player.gone}
      </div>
    )
  }
  const eye = blind ? texts.lab.player.show : texts.lab.player.hide
  return (
    <OverlayPlayer
      overlaid={overlaid}
      inspection={inspection}
      medium={medium}
      lanes={lanes}
      label={'images' in medium ? texts.runs.inspector.player.image : texts.lab.player.video}
      onFail={fail}
      paint={blind ? unseen : seen}
    >
      <Tooltip label={eye}>
        <ActionIcon aria-label={eye} aria-pressed={!blind} onClick={onBlind}>
          {blind ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
    </OverlayPlayer>
  )
}

/** Paints the overlay of blind marking: the line or zone and its sides, but none of the run's results. */
const useBlindPainter = (playback: Playback, place: SceneGeometry | null, frame: Size): Paint =>
  useMemo(
    () =>
      ({ context, placement, size, element, font }) => {
        element.style.opacity = ''
        element.dataset.timeS = (playback.shownFrame() ?? playback.getTime()).toFixed(6)
        if (place) paintGeometries(new Pen(context, placement, size.width, size.height, font), [place], frame)
      },
    [playback, place, frame],
  )

/** Playback advances by at most this much media time per second; a larger step is a seek. */
const FASTEST = 8.5
const SLACK_S = 0.1
/** The longest gap between two frames on a busy machine. */
const LONGEST_S = 2
const STEPPED_FRAMES = 2.5

/** Records the moments that were on the screen, played or stepped through; seeks do not count as watching. */
export function useWatching(playback: Playback, truth: TruthStore, place: PlaceId | null, frameS: number): void {
  const name = place?.name
  const kind = place?.kind
  useEffect(() => {
    if (name === undefined || kind === undefined) return
    let before = playback.getTime()
    let beforeMs = performance.now()
    let wasPlaying = playback.isPlaying()
    return playback.subscribe(() => {
      const now = playback.getTime()
      const nowMs = performance.now()
      const apart = Math.abs(now - before)
      const played = Math.min(LONGEST_S, SLACK_S + ((nowMs - beforeMs) / 1000) * FASTEST)
      const most = now > before && (wasPlaying || playback.isPlaying()) ? played : frameS * STEPPED_FRAMES
      wasPlaying = playback.isPlaying()
      beforeMs = nowMs
      if (apart <= most) truth.watch({ name, kind }, Math.min(before, now), Math.max(before, now))
      before = now
    })
  }, [playback, truth, name, kind, frameS])
}

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

/** The lanes under the lab's player: watched parts, marks and, on demand, the run's counts. */
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
