/**
 * The visits of tracks to a zone: their start and duration.
 *
 * A visit begins when the anchor's path enters the outline. It is confirmed once every sighting for the settle time was
 * inside, clear of the dead band, and ends once every sighting for as long was outside, clear of the band. A single
 * sighting settles when the frame before or after it is at least the settle time away. Entry and exit are the times at
 * which the path first entered and last left the outline. Dwell is the time that the straight path between sightings
 * spends inside, so it pauses while a track lingers just outside and while a track is lost. A track that is lost for
 * longer than the gap has left; when it is seen inside again, a new visit begins.
 */
import type { NearMissReason } from '../../shared/domain/evidence.ts'
import type { Box, Point, Size } from '../../shared/domain/geometry.ts'
import { type Place, Polygon } from './polygon.ts'
import { extend, type PlaceIndex, type Step, startPath, TIME_SLACK_S, type TrackPath } from './track-path.ts'

const PLACE_INDEX: Record<Place, PlaceIndex> = { inside: 0, outside: 1, near: 2 }

export interface Visit {
  trackId: number
  /** The track's class when the visit was confirmed. */
  className: string
  confirmed: boolean
  /** Id of the entry event. */
  entryId: string | null
  /** True when it was ever seen inside, clear of the band. */
  seenInside: boolean
  seenClear: boolean
  /** True when it was inside for the settle time. */
  settled: boolean
  /** Place of all sightings since `placeSinceS`, clear of the band; null when the last one was within the band. */
  clearPlace: 'inside' | 'outside' | null
  placeSinceS: number
  /** The longest continuous stay inside, in seconds. */
  clearS: number
  enteredS: number
  lastInsideS: number
  dwellS: number
  lastSeenS: number
  lastSeenFrame: number
  /** Box of the last sighting. */
  box: Box
  path: TrackPath | null
}

/** End of a visit: seen outside, lost for longer than the gap, or still open when the media ended. */
export type VisitEnd = 'left' | 'lost' | 'media_end'

export interface VisitListener {
  /** Called when a visit is confirmed. */
  entered(visit: Visit, frameIndex: number): void
  /** Called when a confirmed visit ends, or the media does. */
  left(visit: Visit, frameIndex: number, nowS: number, end: VisitEnd): void
  /** Called when an unconfirmed visit ends. */
  missed(visit: Visit, frameIndex: number, nowS: number, reason: NearMissReason): void
}

export class ZoneVisits {
  private readonly gapS: number
  private readonly settleS: number
  private readonly accepts: (className: string) => boolean
  private readonly listener: VisitListener
  private polygon = new Polygon([], { width: 0, height: 0 })
  private size: Size = { width: 1, height: 1 }
  private readonly open: Map<number, Visit>

  /**
   * @param accepts returns whether tracks of this class may make a visit
   * @param open visits that have not ended; owned by this object from now on
   */
  constructor(
    { gapS, settleS }: { gapS: number; settleS: number },
    accepts: (className: string) => boolean,
    listener: VisitListener,
    open: Map<number, Visit>,
  ) {
    this.gapS = gapS
    this.settleS = settleS
    this.accepts = accepts
    this.listener = listener
    this.open = open
  }

  resize(points: readonly Point[], frame: Size): void {
    this.size = frame
    this.polygon = new Polygon(points, frame)
  }

  /** Confirmed visits that have not ended. */
  *current(): Generator<Visit> {
    for (const visit of this.open.values()) if (visit.confirmed) yield visit
  }

  /** Call before the tracks of a frame, or at the media's end: the sightings of the previous frame hold until now. */
  startFrame(nowS: number, lastFrame: number): void {
    for (const visit of this.open.values()) {
      if (visit.clearPlace === null || visit.lastSeenFrame !== lastFrame) continue
      if (this.isSettled(nowS - visit.lastSeenS)) this.settle(visit, lastFrame, nowS)
    }
  }

  observe(step: Step): void {
    if (step.lost && this.tooLong(step.fromS, step.toS)) this.end(step.trackId, step.frameIndex, step.toS, 'lost')
    let visit = this.open.get(step.trackId)
    if (visit === undefined && this.polygon.isFar(step.to, step.from ?? step.to)) return
    const to = this.polygon.clampToFrame(step.to)
    const from = step.from === null || step.lost ? to : this.polygon.clampToFrame(step.from)
    const durationS = step.toS - step.fromS
    const path = from === to ? null : this.polygon.pathInside(from, to)
    const place = this.polygon.place(to, step.bandPx)
    const inside = place !== 'outside' && this.polygon.contains(to)
    if (visit === undefined) {
      if (path === null && !inside) return
      visit = this.start(step, path === null ? step.toS : step.fromS + path.first * durationS)
    }
    if (path !== null) {
      visit.dwellS += path.share * durationS
      visit.lastInsideS = step.fromS + path.last * durationS
      // A path that led through the zone between two sightings outside was inside in between.
      if (visit.clearPlace === 'outside') visit.clearPlace = null
    }
    if (inside) {
      visit.lastInsideS = step.toS
      visit.seenInside = true
    }
    visit.lastSeenS = step.toS
    visit.lastSeenFrame = step.frameIndex
    visit.box = step.box
    if (!visit.confirmed) visit.className = step.className
    if (visit.path !== null) extend(visit.path, step.toS, step.frameIndex, step.to, this.size, PLACE_INDEX[place])
    const clear = place === 'near' ? null : place
    if (clear !== visit.clearPlace) visit.placeSinceS = step.toS
    visit.clearPlace = clear
    if (clear === null) return
    const clearS = step.toS - visit.placeSinceS
    if (clear === 'inside') {
      visit.seenClear = true
      visit.clearS = Math.max(visit.clearS, clearS)
    }
    const isBack = clear === 'outside' && !visit.settled
    if (isBack || this.isSettled(clearS) || this.isSettled(step.sinceFrameS)) {
      this.settle(visit, step.frameIndex, step.toS)
    }
  }

  /** Ends the visits of tracks that have been lost for too long. Call after the tracks of the frame. */
  endFrame(nowS: number, frameIndex: number): void {
    for (const visit of this.open.values()) {
      if (visit.lastSeenFrame !== frameIndex && this.tooLong(visit.lastSeenS, nowS)) {
        this.end(visit.trackId, frameIndex, nowS, 'lost')
      }
    }
  }

  /** The track is permanently gone. */
  forget(trackId: number, frameIndex: number, nowS: number): void {
    this.end(trackId, frameIndex, nowS, 'lost')
  }

  /** The media has ended; reports open visits as open. */
  finish(endS: number, frameIndex: number): void {
    this.endFrame(endS, frameIndex)
    for (const visit of this.open.values()) this.end(visit.trackId, frameIndex, endS, 'media_end')
  }

  private start({ trackId, className, box, toS, frameIndex, recent }: Step, enteredS: number): Visit {
    const visit: Visit = {
      trackId,
      className,
      confirmed: false,
      entryId: null,
      seenInside: false,
      seenClear: false,
      settled: false,
      clearPlace: null,
      placeSinceS: toS,
      clearS: 0,
      enteredS,
      lastInsideS: enteredS,
      dwellS: 0,
      lastSeenS: toS,
      lastSeenFrame: frameIndex,
      box,
      path: recent === null ? null : startPath(recent, this.size, this.placeIndex),
    }
    this.open.set(trackId, visit)
    return visit
  }

  private placeIndex = (p: Point, band: number): PlaceIndex =>
    PLACE_INDEX[this.polygon.place(this.polygon.clampToFrame(p), band)]

  private isSettled(forS: number): boolean {
    return forS >= this.settleS - TIME_SLACK_S
  }

  /** The track has settled at the place of its last sightings: it has entered or left. */
  private settle(visit: Visit, frameIndex: number, nowS: number): void {
    if (visit.clearPlace === 'outside') {
      this.end(visit.trackId, frameIndex, nowS, 'left')
      return
    }
    visit.settled = true
    if (visit.confirmed || !this.accepts(visit.className)) return
    visit.confirmed = true
    this.listener.entered(visit, frameIndex)
  }

  private end(trackId: number, frameIndex: number, nowS: number, end: VisitEnd): void {
    const visit = this.open.get(trackId)
    if (visit === undefined) return
    this.open.delete(trackId)
    if (visit.confirmed) this.listener.left(visit, frameIndex, nowS, end)
    else this.listener.missed(visit, frameIndex, nowS, missReason(visit, end))
  }

  private tooLong(sinceS: number, nowS: number): boolean {
    return nowS - sinceS > this.gapS + TIME_SLACK_S
  }
}

function missReason({ seenInside, seenClear, settled }: Visit, end: VisitEnd): NearMissReason {
  if (settled) return 'class_not_measured'
  if (!seenInside) return 'passed_between_frames'
  if (end === 'lost') return 'lost_before_settling'
  if (end === 'media_end') return 'media_ended_before_settling'
  return seenClear ? 'left_before_settling' : 'stayed_in_dead_band'
}
