/**
 * Who is in a zone, since when, and for how long.
 *
 * A visit begins when the anchor's path enters the outline and is confirmed once the anchor is seen inside, clear of
 * the dead band; it ends once the anchor is seen outside, clear of the band. Its entry and exit are the moments at
 * which the path first came in and last went out. Dwell is the time that the straight path between sightings spends
 * inside, so it stands still while a track lingers just outside and while a track is lost. A track that is lost for
 * longer than the gap has left; seen again inside, it makes a new visit.
 */
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { Polygon } from './polygon.ts'
import { type Step, TIME_SLACK_S } from './step.ts'

export interface Visit {
  trackId: number
  /** The track's class when the visit was confirmed. */
  className: string
  confirmed: boolean
  enteredS: number
  lastInsideS: number
  dwellS: number
  lastSeenS: number
  lastSeenFrame: number
  /** Where the track was last seen. */
  box: Box
}

export interface VisitListener {
  /** The visit was confirmed. */
  entered(visit: Visit, frameIndex: number): void
  /** A confirmed visit has ended, or the media has. */
  left(visit: Visit, frameIndex: number, openAtEnd: boolean): void
}

export class ZoneVisits {
  private readonly gapS: number
  private readonly accepts: (className: string) => boolean
  private readonly listener: VisitListener
  private polygon = new Polygon([], { width: 0, height: 0 })
  private readonly open = new Map<number, Visit>()

  /** @param accepts tells whether a track of this class may make a visit */
  constructor(gapS: number, accepts: (className: string) => boolean, listener: VisitListener) {
    this.gapS = gapS
    this.accepts = accepts
    this.listener = listener
  }

  resize(points: ConstructorParameters<typeof Polygon>[0], frame: Size): void {
    this.polygon = new Polygon(points, frame)
  }

  /** Confirmed visits that have not ended. */
  *current(): Generator<Visit> {
    for (const visit of this.open.values()) if (visit.confirmed) yield visit
  }

  observe(step: Step): void {
    if (step.lost && this.tooLong(step.fromS, step.toS)) this.end(step.trackId, step.frameIndex, false)
    const to = this.polygon.clampToFrame(step.to)
    const from = step.from === null || step.lost ? to : this.polygon.clampToFrame(step.from)
    const durationS = step.toS - step.fromS
    const path = from === to ? null : this.polygon.pathInside(from, to)
    const place = this.polygon.place(to, step.bandPx)
    const inside = place !== 'outside' && this.polygon.contains(to)
    let visit = this.open.get(step.trackId)
    if (visit === undefined) {
      if (path === null && !inside) return
      visit = this.start(step, path === null ? step.toS : step.fromS + path.first * durationS)
    }
    if (path !== null) {
      visit.dwellS += path.share * durationS
      visit.lastInsideS = step.fromS + path.last * durationS
    }
    if (inside) visit.lastInsideS = step.toS
    visit.lastSeenS = step.toS
    visit.lastSeenFrame = step.frameIndex
    visit.box = step.box
    if (place === 'inside' && !visit.confirmed && this.accepts(step.className)) {
      visit.confirmed = true
      visit.className = step.className
      this.listener.entered(visit, step.frameIndex)
    }
    if (place === 'outside') this.end(step.trackId, step.frameIndex, false)
  }

  /** Ends the visits of tracks that have been lost for too long. Call after the tracks of the frame. */
  endFrame(nowS: number, frameIndex: number): void {
    for (const visit of this.open.values()) {
      if (visit.lastSeenFrame !== frameIndex && this.tooLong(visit.lastSeenS, nowS)) {
        this.end(visit.trackId, frameIndex, false)
      }
    }
  }

  /** The track is gone for good. */
  forget(trackId: number, frameIndex: number): void {
    this.end(trackId, frameIndex, false)
  }

  /** The media has ended; what is still open is told as open. */
  finish(endS: number, frameIndex: number): void {
    this.endFrame(endS, frameIndex)
    for (const visit of this.open.values()) this.end(visit.trackId, frameIndex, true)
  }

  private start({ trackId, className, box, toS, frameIndex }: Step, enteredS: number): Visit {
    const visit: Visit = {
      trackId,
      className,
      confirmed: false,
      enteredS,
      lastInsideS: enteredS,
      dwellS: 0,
      lastSeenS: toS,
      lastSeenFrame: frameIndex,
      box,
    }
    this.open.set(trackId, visit)
    return visit
  }

  private end(trackId: number, frameIndex: number, openAtEnd: boolean): void {
    const visit = this.open.get(trackId)
    if (visit === undefined) return
    this.open.delete(trackId)
    if (visit.confirmed) this.listener.left(visit, frameIndex, openAtEnd)
  }

  private tooLong(sinceS: number, nowS: number): boolean {
    return nowS - sinceS > this.gapS + TIME_SLACK_S
  }
}
