/** The lanes of one run: objects, and the counts of each line and zone. Marks above the middle: A to B, or entries. */
import { useMemo } from 'react'
import { contrastingColor } from '../../../base/ui/contrast-color.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import {
  type LaneArea,
  markX,
  nearestMark,
  type PaintLane,
  type TimelineLane,
} from '../../../parts/run/timeline/timeline-lane.ts'
import { texts } from '../../../texts/texts.ts'
import { eventTitle } from '../events/event-title.ts'
import { BINS, binOf, isUp, type Lane, levelStops, objectLanes, placeLanes } from './lanes.ts'

export function useRunLanes(
  { frames, settledEvents, scene, counts, showEvent }: Inspection,
  durationS: number,
): readonly TimelineLane[] {
  const objects = useMemo(
    () => objectLanes(frames.index, durationS).map((lane) => runLane(lane, durationS, showEvent)),
    [frames, durationS, showEvent],
  )
  const places = useMemo(
    () =>
      // Lanes whose events are still being read are shown without a figure.
      (counts || !settledEvents.done ? placeLanes(settledEvents.items, scene, durationS) : [])
        .map((lane) => runLane(lane, durationS, showEvent))
        .map((lane) => (settledEvents.done ? lane : { ...lane, note: '…' })),
    [settledEvents, scene, counts, durationS, showEvent],
  )
  return useMemo(() => [...objects, ...places], [objects, places])
}

function runLane(lane: Lane, durationS: number, showEvent: (event: EventRow) => void): TimelineLane {
  const { key, kind, title, color, marks, times, levels, most } = lane
  const words = texts.runs.timeline
  const unit = kind === 'line' ? words.soFar : kind === 'zone' ? words.inside : words.objects
  return {
    key,
    title,
    color,
    paint: paintOf(lane),
    note: kind === 'line' ? words.counted(marks.length) : words.atMost(most),
    stops: marks.length > 0 ? times : levelStops(levels, durationS),
    markAt(timeS, withinS) {
      const event = nearestMark(lane, timeS, withinS)
      return event && { timeS: event.timeS, text: eventText(event), open: () => showEvent(event) }
    },
    textAt: (timeS) => unit(levels[binOf(timeS, durationS)] ?? 0),
  }
}

function eventText({ type, direction, className, trackId }: EventRow): string {
  const what = type === 'line_crossing' ? directionText(direction) : eventTitle(type)
  return `${className}${trackId === null ? '' : ` #${trackId}`} ${what}`
}

const paintOf =
  (lane: Lane): PaintLane =>
  (context, area) => {
    paintLevels(context, lane, area)
    paintMarks(context, lane, area)
  }

function paintLevels(context: CanvasRenderingContext2D, { levels, most }: Lane, { width, height, color }: LaneArea) {
  context.fillStyle = color('line-strong')
  context.beginPath()
  context.moveTo(0, height)
  for (let bin = 0; bin < BINS; bin++) {
    const y = height - ((levels[bin] as number) / Math.max(1, most)) * (height - 3)
    context.lineTo((bin / BINS) * width, y)
    context.lineTo(((bin + 1) / BINS) * width, y)
  }
  context.lineTo(width, height)
  context.fill()
}

function paintMarks(context: CanvasRenderingContext2D, { kind, marks, color }: Lane, area: LaneArea): void {
  const { width, height } = area
  const middle = height / 2
  context.fillStyle = contrastingColor(color || area.color('accent'), area.color('canvas'))
  /** Pixels that already have a mark, above and below, because very many marks share a pixel. */
  const drawn = [new Uint8Array(width + 1), new Uint8Array(width + 1)] as const
  for (const mark of marks) {
    const up = isUp(mark)
    const x = markX(mark.timeS, area) - 1
    if (drawn[up ? 0 : 1][x]) continue
    drawn[up ? 0 : 1][x] = 1
    if (kind === 'line') context.fillRect(x, up ? 3 : middle + 0.5, 2, middle - 3.5)
    else context.fillRect(x, up ? 3 : height - 8, 2, up ? height - 6 : 5)
  }
}
