/**
 * Counts crossings of one line.
 *
 * A track has a side once it was seen clear of the dead band. Its straight path from one sighting to the next (also
 * across a gap) must meet the line itself; that opens a crossing, and meeting it the other way closes it again. The
 * crossing counts when the track has been seen clear of the band on the other side, frame after frame, for the settle
 * time. A crossing that has not settled when the media ends, or when the track is gone, does not count.
 */

import type { Geometry } from '../../shared/blocks/measure.ts'
import type { Direction, LineCount, MeasureEvent } from '../../shared/domain/event.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { toPixels } from '../../shared/domain/geometry.ts'
import { Polyline, type Side } from './polyline.ts'
import { boxTuple, classFilter, type Step, TIME_SLACK_S } from './step.ts'

/** An open crossing. */
interface Pending {
  from: Side
  to: Side
  /** When the path met the line. */
  crossedS: number
  /** Since when the track is clear of the band on the other side; null while it is not. */
  clearSinceS: number | null
}

export class LineCounter {
  private readonly nodeId: string
  private readonly geometry: Geometry
  private readonly settleS: number
  private readonly counted: (className: string) => boolean
  private line = new Polyline([])
  /** The side of each track, or its open crossing. A bare number costs little while a track is remembered. */
  private readonly tracks = new Map<number, Side | Pending>()
  private readonly byClass = new Map<string, { a_to_b: number; b_to_a: number }>()
  private readonly total = { a_to_b: 0, b_to_a: 0 }
  private events: MeasureEvent[] = []

  constructor(nodeId: string, geometry: Geometry, settleS: number) {
    this.nodeId = nodeId
    this.geometry = geometry
    this.settleS = settleS
    this.counted = classFilter(geometry.classes)
  }

  resize(frame: Size): void {
    this.line = new Polyline(this.geometry.points.map((p) => toPixels(p, frame)))
  }

  observe(step: Step): void {
    let state = this.tracks.get(step.trackId) ?? null
    const crossing = step.from === null ? null : this.line.crossing(step.from, step.to)
    if (crossing !== null && state !== null) {
      const from = typeof state === 'number' ? state : state.from
      if (crossing.to === from) state = from
      else {
        const crossedS = step.fromS + crossing.at * (step.toS - step.fromS)
        state = { from, to: crossing.to, crossedS, clearSinceS: typeof state === 'number' ? null : state.clearSinceS }
      }
    }
    const side = this.line.clearSide(step.to, step.bandPx)
    if (side === null) {
      if (state !== null && typeof state !== 'number') state.clearSinceS = null
    } else if (state === null || typeof state === 'number' || state.from === side) {
      // Without an open crossing a new side was reached round the end of the line.
      state = side
    } else {
      state.clearSinceS ??= step.toS
      if (step.toS - state.clearSinceS >= this.settleS - TIME_SLACK_S) {
        this.count(step, state)
        state = side
      }
    }
    if (state !== null) this.tracks.set(step.trackId, state)
  }

  /** The track is gone for good. */
  forget(trackId: number): void {
    this.tracks.delete(trackId)
  }

  /** The events since the last call. */
  takeEvents(): MeasureEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events
  }

  live(): { name: string; kind: 'line'; inside: number; aToB: number; bToA: number } {
    const { a_to_b: aToB, b_to_a: bToA } = this.total
    return { name: this.geometry.name, kind: 'line', inside: 0, aToB, bToA }
  }

  counts(): LineCount {
    const by_class = Object.fromEntries([...this.byClass].map(([className, counts]) => [className, { ...counts }]))
    return { node_id: this.nodeId, name: this.geometry.name, ...this.total, by_class }
  }

  private count(step: Step, crossing: Pending): void {
    if (!this.counted(step.className)) return
    const direction: Direction = crossing.to > 0 ? 'a_to_b' : 'b_to_a'
    const counts = this.byClass.get(step.className) ?? { a_to_b: 0, b_to_a: 0 }
    counts[direction] += 1
    this.byClass.set(step.className, counts)
    this.total[direction] += 1
    this.events.push({
      type: 'line_crossing',
      node_id: this.nodeId,
      geometry: this.geometry.name,
      time_s: crossing.crossedS,
      frame_index: step.frameIndex,
      track_id: step.trackId,
      class_name: step.className,
      direction,
      box: boxTuple(step.box),
    })
  }
}
