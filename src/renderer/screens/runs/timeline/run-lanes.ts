/** The lanes of one run: objects, and the counts of each line and zone. Marks above the middle: A to B, or entries. */
import { useMemo } from 'react'
import { contrastingColor } from '../../../base/ui/contrast-color.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { geometryKey, type RunScene } from '../../../parts/run/overlay/run-scene.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import { type EventRow, MOMENTS, PlaceMap } from '../../../parts/run/records/events/event-row.ts'
import type { FrameIndex } from '../../../parts/run/records/tracks/frame-index.ts'
import {
  type LaneArea,
  markX,
  nearestMark,
  type PaintLane,
  type TimelineLane,
} from '../../../parts/run/timeline/timeline-lane.ts'
import { texts } from '../../../texts/texts.ts'
import { eventTitle } from '../events/event-title.ts'

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

interface Lane {
  key: string
  kind: 'objects' | 'line' | 'zone'
  title: string
  color: string
  /** The lane's marks: counted events, in order of time. */
  marks: readonly EventRow[]
  times: Float64Array
  /** Objects in the frame, counts so far, or objects in the zone, by bin; the maximum of each bin. */
  levels: Float32Array
  most: number
}

export const BINS = 600

/** True for marks above the lane's middle: A to B, or an entry. */
const isUp = ({ type, direction }: EventRow): boolean => type === 'zone_entry' || direction === 'a_to_b'

export const binOf = (timeS: number, durationS: number): number =>
  Math.min(BINS - 1, Math.max(0, Math.floor((timeS / durationS) * BINS)))

/** The maximum number of objects in each bin's frames; a bin without a frame repeats the previous one. */
function objectLevels(index: FrameIndex, durationS: number): Float32Array {
  const levels = new Float32Array(BINS).fill(-1)
  for (let frame = 0; frame < index.frameCount; frame++) {
    const bin = binOf(index.timeOf(frame), durationS)
    levels[bin] = Math.max(levels[bin] as number, index.countOf(frame))
  }
  let before = 0
  for (let bin = 0; bin < BINS; bin++) {
    if ((levels[bin] as number) < 0) levels[bin] = before
    before = levels[bin] as number
  }
  return levels
}

/** The maximum of a running number in each bin. @param changes by time, +1 each except those that end a visit */
export function runningLevels(changes: readonly Pick<EventRow, 'timeS' | 'type'>[], durationS: number): Float32Array {
  const levels = new Float32Array(BINS)
  let now = 0
  let next = 0
  for (let bin = 0; bin < BINS; bin++) {
    let most = now
    for (let change = changes[next]; change && binOf(change.timeS, durationS) === bin; change = changes[++next]) {
      now = Math.max(0, now + (change.type === 'zone_exit' ? -1 : 1))
      most = Math.max(most, now)
    }
    levels[bin] = most
  }
  return levels
}

/** The middle of every bin at which a level changes, and both ends: the start of a bin may count as the bin before. */
export function levelStops(levels: Float32Array, durationS: number): number[] {
  const stops = [0]
  for (let bin = 1; bin < BINS; bin++) if (levels[bin] !== levels[bin - 1]) stops.push(((bin + 0.5) / BINS) * durationS)
  return [...stops, durationS]
}

/** The number of objects over time; no lane before the first frame is read. */
export function objectLanes(index: FrameIndex, durationS: number): Lane[] {
  if (durationS <= 0 || index.frameCount === 0) return []
  const levels = objectLevels(index, durationS)
  const none = { marks: [], times: new Float64Array(0) }
  return [
    {
      key: 'objects',
      kind: 'objects',
      title: texts.runs.timeline.objectsLane,
      color: '',
      ...none,
      levels,
      most: mostOf(levels),
    },
  ]
}

/** Lines and zones in the order of the graph; those that occur only in events are last. */
export function placeLanes(events: readonly EventRow[], { geometries }: RunScene, durationS: number): Lane[] {
  if (durationS <= 0) return []
  const places = new PlaceMap<{ key: string; list: EventRow[] }>()
  const placeOf = (nodeId: string, name: string) =>
    places.getOrMake(nodeId, name, '', () => ({ key: geometryKey(nodeId, name), list: [] }))
  for (const { nodeId, name } of geometries) placeOf(nodeId, name)
  for (const event of events) if (MOMENTS.has(event.type)) placeOf(event.nodeId, event.geometry).list.push(event)
  return places.all.map(({ key, list }) => {
    const geometry = geometries.find((g) => geometryKey(g.nodeId, g.name) === key)
    const title = geometry?.name ?? list[0]?.geometry ?? ''
    const kind = geometry?.kind ?? (list[0]?.type === 'line_crossing' ? 'line' : 'zone')
    return laneOf(key, kind, title, geometry?.color ?? '', list, durationS)
  })
}

function laneOf(
  key: string,
  kind: Lane['kind'],
  title: string,
  color: string,
  list: EventRow[],
  durationS: number,
): Lane {
  const marks = list.sort((a, b) => a.timeS - b.timeS)
  const levels = runningLevels(marks, durationS)
  const times = new Float64Array(marks.length)
  for (const [i, { timeS }] of marks.entries()) times[i] = timeS
  return { key, kind, title, color, marks, times, levels, most: mostOf(levels) }
}

const mostOf = (levels: Float32Array): number => levels.reduce((a, b) => Math.max(a, b), 0)
