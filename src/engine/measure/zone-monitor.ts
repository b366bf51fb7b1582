/** Turns the visits of one zone into events, counts and the occupancy series. */
import type { Geometry } from '../../shared/blocks/measure.ts'
import type { MeasureEvent, ZoneCount } from '../../shared/domain/event.ts'
import type { NearMissReason } from '../../shared/domain/evidence.ts'
import { type Box, type Size, toPixels } from '../../shared/domain/geometry.ts'
import { EvidenceLog } from './evidence-log.ts'
import { newSeries, type OccupancyInterval, OccupancySeries, type SeriesState } from './occupancy-series.ts'
import { boxTuple, classFilter, pathPoints, type Step } from './track-path.ts'
import { type Visit, type VisitEnd, ZoneVisits } from './zone-visits.ts'

const PLACES = ['inside', 'outside', 'band'] as const

/** Total of all visits of one track that have ended. */
interface TrackTotal {
  className: string
  dwellS: number
  lastInsideS: number
  box: Box
  openAtEnd: boolean
}

/** State of a zone between frames. */
export interface ZoneState {
  open: Map<number, Visit>
  totals: Map<number, TrackTotal>
  byClass: Map<string, { visits: number; dwell_s: number }>
  series: SeriesState
  /** Open confirmed visits; a lost track counts until its gap is over. */
  inside: number
  peak: number
  /** Number of events so far. */
  told: number
  nearMisses: Map<NearMissReason, number>
}

/** Settings of a measure block that apply to zones, in seconds. */
export interface ZoneTimes {
  gapS: number
  settleS: number
  intervalS: number
}

export class ZoneMonitor {
  readonly log: EvidenceLog
  readonly name: string
  private readonly nodeId: string
  private readonly geometry: Geometry
  private readonly settleS: number
  private readonly visits: ZoneVisits
  private readonly series: OccupancySeries
  private readonly state: ZoneState
  private events: MeasureEvent[] = []

  constructor(nodeId: string, geometry: Geometry, times: ZoneTimes, saved: ZoneState | null) {
    this.nodeId = nodeId
    this.name = geometry.name
    this.geometry = geometry
    this.state = saved ?? {
      open: new Map(),
      totals: new Map(),
      byClass: new Map(),
      series: newSeries(),
      inside: 0,
      peak: 0,
      told: 0,
      nearMisses: new Map(),
    }
    this.log = new EvidenceLog(this.state.nearMisses)
    this.settleS = times.settleS
    this.series = new OccupancySeries(times.intervalS, this.state.series)
    const listener = {
      entered: this.entered.bind(this),
      left: this.left.bind(this),
      missed: this.missed.bind(this),
    }
    this.visits = new ZoneVisits(times, classFilter(geometry.classes), listener, this.state.open)
  }

  save = (): ZoneState => this.state

  resize(frame: Size): void {
    this.visits.resize(
      this.geometry.points.map((p) => toPixels(p, frame)),
      frame,
    )
  }

  /** Call before the tracks of a frame: the sightings and numbers of the previous frame hold until now. */
  startFrame(nowS: number, frameIndex: number, lastFrame: number): void {
    const { inside } = this.state
    this.visits.startFrame(nowS, lastFrame)
    if (this.state.inside !== inside) this.countInside()
    for (const interval of this.series.advance(nowS)) this.tellOccupancy(interval, frameIndex)
  }

  observe(step: Step): void {
    this.visits.observe(step)
  }

  /** Call after the tracks of a frame. */
  endFrame(nowS: number, frameIndex: number): void {
    this.visits.endFrame(nowS, frameIndex)
    this.countInside()
  }

  private countInside(): void {
    this.series.set(this.state.inside)
    this.state.peak = Math.max(this.state.peak, this.state.inside)
  }

  /** The track is permanently gone: reports its total. */
  forget(trackId: number, frameIndex: number, nowS: number): void {
    this.visits.forget(trackId, frameIndex, nowS)
    const { totals } = this.state
    const total = totals.get(trackId)
    if (total === undefined) return
    totals.delete(trackId)
    this.emit({
      type: 'zone_dwell',
      ...this.about(frameIndex, trackId, total.className, total.box),
      time_s: total.lastInsideS,
      dwell_s: total.dwellS,
      ...(total.openAtEnd ? { open_at_end: true } : {}),
    })
  }

  finish(endS: number, frameIndex: number): void {
    this.startFrame(endS, frameIndex, frameIndex)
    const rest = this.series.finish()
    if (rest !== null) this.tellOccupancy(rest, frameIndex)
    this.visits.finish(endS, frameIndex)
    for (const trackId of this.state.totals.keys()) this.forget(trackId, frameIndex, endS)
  }

  /** Returns the events since the last call. */
  takeEvents(): MeasureEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events
  }

  live(): { name: string; kind: 'zone'; inside: number; aToB: number; bToA: number } {
    return { name: this.name, kind: 'zone', inside: this.state.inside, aToB: 0, bToA: 0 }
  }

  /** The counts include open visits, with their dwell so far. */
  counts(): ZoneCount {
    const { byClass, peak } = this.state
    const soFar = new Map([...byClass].map(([className, counts]) => [className, { ...counts }]))
    for (const visit of this.visits.current()) {
      const counts = soFar.get(visit.className)
      if (counts !== undefined) counts.dwell_s += visit.dwellS
    }
    const all = [...soFar.values()]
    return {
      node_id: this.nodeId,
      name: this.name,
      visits: all.reduce((sum, counts) => sum + counts.visits, 0),
      dwell_s: all.reduce((sum, counts) => sum + counts.dwell_s, 0),
      peak_occupancy: peak,
      by_class: Object.fromEntries(soFar),
    }
  }

  private entered(visit: Visit, frameIndex: number): void {
    const { byClass } = this.state
    this.state.inside += 1
    const counts = byClass.get(visit.className) ?? { visits: 0, dwell_s: 0 }
    counts.visits += 1
    byClass.set(visit.className, counts)
    visit.entryId = this.emit({
      type: 'zone_entry',
      ...this.about(frameIndex, visit.trackId, visit.className, visit.box),
      time_s: visit.enteredS,
    })
  }

  private left(visit: Visit, frameIndex: number, nowS: number, end: VisitEnd): void {
    const { byClass, totals } = this.state
    const openAtEnd = end === 'media_end'
    this.state.inside -= 1
    const counts = byClass.get(visit.className)
    if (counts !== undefined) counts.dwell_s += visit.dwellS
    const { trackId, className, lastInsideS, box } = visit
    const dwellS = visit.dwellS + (totals.get(trackId)?.dwellS ?? 0)
    totals.set(trackId, { className, dwellS, lastInsideS, box, openAtEnd })
    const exitId = this.emit({
      type: 'zone_exit',
      ...this.about(frameIndex, trackId, className, box),
      time_s: lastInsideS,
      dwell_s: visit.dwellS,
      ...(openAtEnd ? { open_at_end: true } : {}),
    })
    this.keep(visit, frameIndex, nowS, { reason: null, exit_event_id: exitId, open_at_end: openAtEnd })
  }

  private missed(visit: Visit, frameIndex: number, nowS: number, reason: NearMissReason): void {
    if (visit.path === null || !this.log.wants(reason)) return
    this.keep(visit, frameIndex, nowS, { reason, exit_event_id: null, open_at_end: false })
  }

  private keep(
    visit: Visit,
    frameIndex: number,
    nowS: number,
    outcome: { reason: NearMissReason | null; exit_event_id: string | null; open_at_end: boolean },
  ): void {
    if (visit.path === null) return
    this.log.add({
      kind: 'zone',
      node_id: this.nodeId,
      geometry: this.name,
      counted: visit.confirmed,
      ...outcome,
      event_id: visit.entryId,
      track_id: visit.trackId,
      class_name: visit.className,
      entered_s: visit.enteredS,
      left_s: visit.lastInsideS,
      dwell_s: visit.dwellS,
      clear_s: visit.clearS,
      settle_s: this.settleS,
      decided_s: nowS,
      frame_index: frameIndex,
      ...pathPoints(visit.path, PLACES),
    })
  }

  private tellOccupancy({ startS, lengthS, min, mean, max }: OccupancyInterval, frameIndex: number): void {
    this.emit({
      type: 'zone_occupancy',
      ...this.about(frameIndex, null, null, null),
      time_s: startS,
      occupancy: { interval_s: lengthS, min, mean, max },
    })
  }

  /** Returns the id of the event. */
  private emit(event: Omit<MeasureEvent, 'id'>): string {
    this.state.told += 1
    const id = `${this.nodeId}/${this.name}/${this.state.told}`
    this.events.push({ id, ...event })
    return id
  }

  private about(frame_index: number, track_id: number | null, class_name: string | null, box: Box | null) {
    return {
      node_id: this.nodeId,
      geometry: this.name,
      frame_index,
      track_id,
      class_name,
      direction: null,
      box: box === null ? null : boxTuple(box),
    }
  }
}
