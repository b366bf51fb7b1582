/** Turns the visits of one zone into events, counts and the occupancy series. */
import type { Geometry } from '../../shared/blocks/measure.ts'
import type { MeasureEvent, ZoneCount } from '../../shared/domain/event.ts'
import { type Box, type Size, toPixels } from '../../shared/domain/geometry.ts'
import { type OccupancyInterval, OccupancySeries } from './occupancy-series.ts'
import { boxTuple, classFilter, type Step } from './step.ts'
import { type Visit, ZoneVisits } from './zone-visits.ts'

/** All visits of one track that have ended. */
interface TrackTotal {
  className: string
  dwellS: number
  lastInsideS: number
  box: Box
  openAtEnd: boolean
}

export class ZoneMonitor {
  private readonly nodeId: string
  private readonly geometry: Geometry
  private readonly visits: ZoneVisits
  private readonly series: OccupancySeries
  private readonly totals = new Map<number, TrackTotal>()
  private readonly byClass = new Map<string, { visits: number; dwell_s: number }>()
  /** Confirmed visits that are open; a lost track counts until its gap is over. */
  private inside = 0
  private peak = 0
  private events: MeasureEvent[] = []

  constructor(nodeId: string, geometry: Geometry, gapS: number, intervalS: number) {
    this.nodeId = nodeId
    this.geometry = geometry
    this.series = new OccupancySeries(intervalS)
    this.visits = new ZoneVisits(gapS, classFilter(geometry.classes), {
      entered: (visit, frameIndex) => this.entered(visit, frameIndex),
      left: (visit, frameIndex, openAtEnd) => this.left(visit, frameIndex, openAtEnd),
    })
  }

  resize(frame: Size): void {
    this.visits.resize(
      this.geometry.points.map((p) => toPixels(p, frame)),
      frame,
    )
  }

  /** Before the tracks of a frame: the numbers of the frame before held until now. */
  startFrame(nowS: number, frameIndex: number): void {
    for (const interval of this.series.advance(nowS)) this.tellOccupancy(interval, frameIndex)
  }

  observe(step: Step): void {
    this.visits.observe(step)
  }

  /** After the tracks of a frame. */
  endFrame(nowS: number, frameIndex: number): void {
    this.visits.endFrame(nowS, frameIndex)
    this.series.set(this.inside)
    this.peak = Math.max(this.peak, this.inside)
  }

  /** The track is gone for good: its total is told. */
  forget(trackId: number, frameIndex: number): void {
    this.visits.forget(trackId, frameIndex)
    const total = this.totals.get(trackId)
    if (total === undefined) return
    this.totals.delete(trackId)
    this.events.push({
      type: 'zone_dwell',
      ...this.about(frameIndex, trackId, total.className, total.box),
      time_s: total.lastInsideS,
      dwell_s: total.dwellS,
      ...(total.openAtEnd ? { open_at_end: true } : {}),
    })
  }

  finish(endS: number, frameIndex: number): void {
    this.startFrame(endS, frameIndex)
    const rest = this.series.finish()
    if (rest !== null) this.tellOccupancy(rest, frameIndex)
    this.visits.finish(endS, frameIndex)
    for (const trackId of this.totals.keys()) this.forget(trackId, frameIndex)
  }

  /** The events since the last call. */
  takeEvents(): MeasureEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events
  }

  live(): { name: string; kind: 'zone'; inside: number; aToB: number; bToA: number } {
    return { name: this.geometry.name, kind: 'zone', inside: this.inside, aToB: 0, bToA: 0 }
  }

  /** Open visits are part of the counts, with their dwell so far. */
  counts(): ZoneCount {
    const by_class = Object.fromEntries([...this.byClass].map(([className, counts]) => [className, { ...counts }]))
    for (const visit of this.visits.current()) {
      const counts = by_class[visit.className]
      if (counts !== undefined) counts.dwell_s += visit.dwellS
    }
    const all = Object.values(by_class)
    return {
      node_id: this.nodeId,
      name: this.geometry.name,
      visits: all.reduce((sum, counts) => sum + counts.visits, 0),
      dwell_s: all.reduce((sum, counts) => sum + counts.dwell_s, 0),
      peak_occupancy: this.peak,
      by_class,
    }
  }

  private entered(visit: Visit, frameIndex: number): void {
    this.inside += 1
    const counts = this.byClass.get(visit.className) ?? { visits: 0, dwell_s: 0 }
    counts.visits += 1
    this.byClass.set(visit.className, counts)
    this.events.push({
      type: 'zone_entry',
      ...this.about(frameIndex, visit.trackId, visit.className, visit.box),
      time_s: visit.enteredS,
    })
  }

  private left(visit: Visit, frameIndex: number, openAtEnd: boolean): void {
    this.inside -= 1
    const counts = this.byClass.get(visit.className)
    if (counts !== undefined) counts.dwell_s += visit.dwellS
    const { trackId, className, lastInsideS, box } = visit
    const dwellS = visit.dwellS + (this.totals.get(trackId)?.dwellS ?? 0)
    this.totals.set(trackId, { className, dwellS, lastInsideS, box, openAtEnd })
    this.events.push({
      type: 'zone_exit',
      ...this.about(frameIndex, trackId, className, box),
      time_s: lastInsideS,
      dwell_s: visit.dwellS,
      ...(openAtEnd ? { open_at_end: true } : {}),
    })
  }

  private tellOccupancy({ startS, lengthS, min, mean, max }: OccupancyInterval, frameIndex: number): void {
    this.events.push({
      type: 'zone_occupancy',
      ...this.about(frameIndex, null, null, null),
      time_s: startS,
      occupancy: { interval_s: lengthS, min, mean, max },
    })
  }

  private about(frame_index: number, track_id: number | null, class_name: string | null, box: Box | null) {
    return {
      node_id: this.nodeId,
      geometry: this.geometry.name,
      frame_index,
      track_id,
      class_name,
      direction: null,
      box: box === null ? null : boxTuple(box),
    }
  }
}
