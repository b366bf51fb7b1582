/**
 * Counts crossings of one line.
 *
 * A track belongs to the side on which it was first seen clear of the dead band. Once every sighting for the settle
 * time is clear of the band on the other side, it belongs to that side: that counts as a crossing when its straight
 * path from sighting to sighting (also across a gap) has met the line itself, and the last meeting led there; otherwise
 * it has gone round the end. The time of a crossing is that of this last meeting. A track counts again only after that,
 * so it has left the band in between. A crossing that has not settled when the media ends, or when the track is gone,
 * does not count; a track born inside the band has no side to cross from.
 *
 * The nearest segment decides the side of a sighting. Beyond the ends of a bent line that would be the extension of a
 * segment that the track never met, so the segment that the path crosses takes precedence: after a meeting, a track has
 * returned only when both segments agree, and a track that crosses a segment from its far side belongs to that side,
 * unless it only comes back.
 */

import type { Geometry } from '../../shared/blocks/measure.ts'
import type { Direction, LineCount, MeasureEvent } from '../../shared/domain/event.ts'
import type { NearMissReason } from '../../shared/domain/evidence.ts'
import type { Point, Size } from '../../shared/domain/geometry.ts'
import { toPixels } from '../../shared/domain/geometry.ts'
import { EvidenceLog } from './evidence-log.ts'
import { changeSide, type Episode, type EpisodeEnd, nearMissReason, newEpisode } from './line-episode.ts'
import { type Crossing, Polyline, type Side } from './polyline.ts'
import {
  boxTuple,
  classFilter,
  extend,
  type PlaceIndex,
  pathPoints,
  type Step,
  startPath,
  TIME_SLACK_S,
  type TrackPath,
} from './track-path.ts'

const PLACES = ['a', 'b', 'band'] as const
const placeIndex = (side: Side | null): PlaceIndex => (side === null ? 2 : side < 0 ? 0 : 1)

/** State of a line between frames. */
export interface LineState {
  /** The side of each track, or its open episode. A bare number keeps the memory per track small. */
  tracks: Map<number, Side | Episode>
  byClass: Map<string, { a_to_b: number; b_to_a: number }>
  total: { a_to_b: number; b_to_a: number }
  nearMisses: Map<NearMissReason, number>
}

export class LineCounter {
  readonly log: EvidenceLog
  readonly name: string
  private readonly nodeId: string
  private readonly geometry: Geometry
  private readonly settleS: number
  private readonly counted: (className: string) => boolean
  private readonly state: LineState
  private line = new Polyline([])
  private size: Size = { width: 1, height: 1 }
  private events: MeasureEvent[] = []

  constructor(nodeId: string, geometry: Geometry, settleS: number, saved: LineState | null) {
    this.nodeId = nodeId
    this.name = geometry.name
    this.geometry = geometry
    this.settleS = settleS
    this.counted = classFilter(geometry.classes)
    this.state = saved ?? {
      tracks: new Map(),
      byClass: new Map(),
      total: { a_to_b: 0, b_to_a: 0 },
      nearMisses: new Map(),
    }
    this.log = new EvidenceLog(this.state.nearMisses)
  }

  save = (): LineState => this.state

  resize(frame: Size): void {
    this.size = frame
    this.line = new Polyline(this.geometry.points.map((p) => toPixels(p, frame)))
  }

  observe(step: Step): void {
    const { tracks } = this.state
    const known = tracks.get(step.trackId)
    const met = step.from === null ? null : this.line.crossing(step.from, step.to)
    let side = this.line.clearSide(step.to, step.bandPx)
    let episode = typeof known === 'object' ? known : null
    if (episode === null) {
      const own = typeof known === 'number' ? known : 0
      if (own === 0 && met === null) {
        if (side !== null) tracks.set(step.trackId, side)
        return
      }
      if (met === null && side === own) return
      episode = this.open(step, own)
    }
    if (met !== null) {
      const metS = step.fromS + met.at * (step.toS - step.fromS)
      if (met.to === episode.own && !isBack(met, episode) && this.cameFromBeyond(met, episode.ownAt))
        changeSide(episode)
      episode.met = { leg: met.leg, to: met.to }
      episode.meetings += 1
      episode.firstMetS ??= metS
      episode.crossedS = met.to === episode.own ? null : metS
    }
    if (episode.path !== null) extend(episode.path, step.toS, step.frameIndex, step.to, this.size, placeIndex(side))
    if (side !== null && episode.met !== null && this.line.sideOfLeg(episode.met.leg, step.to) === episode.met.to) {
      side = episode.met.to
    }
    if (side === null) episode.clearSinceS = null
    else if (episode.own === 0 || side === episode.own) this.close(step, episode, side, 'back')
    else if (this.hasSettled(step, episode)) this.close(step, episode, side, 'settled')
  }

  /** The track is permanently gone. */
  forget(trackId: number, decided: Decided): void {
    const known = this.state.tracks.get(trackId)
    this.state.tracks.delete(trackId)
    if (typeof known === 'object') this.miss(known, 'lost', { ...decided, trackId })
  }

  /** The media has ended; `last` returns the last known state of a track, and whether it was in the last frame. */
  finish(last: (trackId: number) => (Decided & { seen: boolean }) | null): void {
    for (const [trackId, known] of this.state.tracks) {
      const decided = typeof known === 'object' ? last(trackId) : null
      if (typeof known !== 'object' || decided === null) continue
      this.miss(known, decided.seen ? 'media_end' : 'lost', { ...decided, trackId })
    }
  }

  /** Returns the events since the last call. */
  takeEvents(): MeasureEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events
  }

  live(): { name: string; kind: 'line'; inside: number; aToB: number; bToA: number } {
    const { a_to_b: aToB, b_to_a: bToA } = this.state.total
    return { name: this.name, kind: 'line', inside: 0, aToB, bToA }
  }

  counts(): LineCount {
    const { byClass, total } = this.state
    const by_class = Object.fromEntries([...byClass].map(([className, counts]) => [className, { ...counts }]))
    return { node_id: this.nodeId, name: this.name, ...total, by_class }
  }

  /** Returns whether a track seen at this point crosses the segment from its far side. */
  private cameFromBeyond(met: Crossing, at: Point | null): boolean {
    return at !== null && this.line.sideOfLeg(met.leg, toPixels([at.x, at.y], this.size)) !== met.to
  }

  private open(step: Step, own: Side | 0): Episode {
    const { from } = step
    const episode = newEpisode(own, from && { x: from.x / this.size.width, y: from.y / this.size.height })
    if (step.from !== null) {
      const distance = Math.min(this.line.distance(step.from), this.line.distance(step.to))
      episode.near = distance <= step.box.y2 - step.box.y1
    }
    if (step.recent !== null) {
      episode.path = startPath(step.recent, this.size, (p, band) => placeIndex(this.line.clearSide(p, band)))
    }
    this.state.tracks.set(step.trackId, episode)
    return episode
  }

  private hasSettled(step: Step, episode: Episode): boolean {
    episode.wasClear = true
    episode.clearSinceS ??= step.toS
    const clearS = step.toS - episode.clearSinceS
    episode.clearS = Math.max(episode.clearS, clearS)
    return clearS >= this.settleS - TIME_SLACK_S
  }

  private close(step: Step, episode: Episode, side: Side, end: EpisodeEnd): void {
    this.state.tracks.set(step.trackId, side)
    const decided = { trackId: step.trackId, className: step.className, timeS: step.toS, frameIndex: step.frameIndex }
    if (end !== 'settled' || episode.crossedS === null) this.miss(episode, end, decided)
    else if (this.counted(step.className)) this.count(step, side, episode, episode.crossedS, decided)
    else this.keepMiss(episode, 'class_not_measured', decided)
  }

  private count(step: Step, to: Side, episode: Episode, crossedS: number, decided: DecidedTrack): void {
    const { byClass, total } = this.state
    const direction = directionTo(to)
    const counts = byClass.get(step.className) ?? { a_to_b: 0, b_to_a: 0 }
    counts[direction] += 1
    byClass.set(step.className, counts)
    total[direction] += 1
    const id = `${this.nodeId}/${this.name}/${total.a_to_b + total.b_to_a}`
    this.events.push({
      id,
      type: 'line_crossing',
      node_id: this.nodeId,
      geometry: this.name,
      time_s: crossedS,
      frame_index: step.frameIndex,
      track_id: step.trackId,
      class_name: step.className,
      direction,
      box: boxTuple(step.box),
    })
    if (episode.path !== null) this.keep(episode, episode.path, decided, { reason: null, event_id: id })
  }

  private miss(episode: Episode, end: EpisodeEnd, decided: DecidedTrack): void {
    const reason = nearMissReason(episode, end)
    if (reason !== null) this.keepMiss(episode, reason, decided)
  }

  private keepMiss(episode: Episode, reason: NearMissReason, decided: DecidedTrack): void {
    if (episode.path === null || !this.log.wants(reason)) return
    this.keep(episode, episode.path, decided, { reason, event_id: null })
  }

  private keep(
    episode: Episode,
    path: TrackPath,
    { trackId, className, timeS, frameIndex }: DecidedTrack,
    outcome: { reason: NearMissReason | null; event_id: string | null },
  ): void {
    this.log.add({
      kind: 'line',
      node_id: this.nodeId,
      geometry: this.name,
      counted: outcome.event_id !== null,
      ...outcome,
      track_id: trackId,
      class_name: className,
      direction: episode.own === 0 ? null : directionTo(episode.own < 0 ? 1 : -1),
      crossed_s: episode.crossedS ?? episode.firstMetS,
      meetings: episode.meetings,
      clear_s: episode.clearS,
      settle_s: this.settleS,
      decided_s: timeS,
      frame_index: frameIndex,
      ...pathPoints(path, PLACES),
    })
  }
}

/** Time and subject of a decision. */
export interface Decided {
  className: string
  timeS: number
  frameIndex: number
}

type DecidedTrack = Decided & { trackId: number }

/** Returns whether a crossing undoes the last one: a touch of a joint may lead over one segment and back over another. */
const isBack = (met: Crossing, { met: last }: Episode): boolean => last !== null && last.to !== met.to

const directionTo = (side: Side): Direction => (side > 0 ? 'a_to_b' : 'b_to_a')
