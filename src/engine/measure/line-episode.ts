/** A track that is no longer clear of a line on its own side, and not yet decided. */
import type { NearMissReason } from '../../shared/domain/evidence.ts'
import type { Point } from '../../shared/domain/geometry.ts'
import type { Crossing, Side } from './polyline.ts'
import type { TrackPath } from './track-path.ts'

export interface Episode {
  /** The track's side; 0 for a track that has not been seen clear of the dead band yet. */
  own: Side | 0
  /** Last position clear of the line on its side, in shares of the frame; null for a first sighting. */
  ownAt: Point | null
  /** The last meeting with the line: the segment, and the side to which it led; null before the first. */
  met: Pick<Crossing, 'leg' | 'to'> | null
  /** Time at which the path met the line towards the other side; null when it has returned since, or never met it. */
  crossedS: number | null
  /** Start of the sightings that are all clear of the band on the other side; null when the last one is not. */
  clearSinceS: number | null
  /** The longest such stay in seconds, and whether there was any. */
  clearS: number
  wasClear: boolean
  meetings: number
  /** Time at which the path first met the line. */
  firstMetS: number | null
  /** True when it went round the end of the line so close that it looks like a crossing. */
  near: boolean
  path: TrackPath | null
}

export const newEpisode = (own: Side | 0, ownAt: Point | null): Episode => ({
  own,
  ownAt,
  met: null,
  crossedS: null,
  clearSinceS: null,
  clearS: 0,
  wasClear: false,
  meetings: 0,
  firstMetS: null,
  near: false,
  path: null,
})

/** The track was on the other side from the start: its stay there is not settling. */
export function changeSide(episode: Episode): void {
  episode.own = episode.own < 0 ? 1 : -1
  episode.clearSinceS = null
  episode.clearS = 0
  episode.wasClear = false
}

export type EpisodeEnd = 'back' | 'settled' | 'lost' | 'media_end'

/** The reason why an episode with this end was not counted; null when nothing in it looks like a crossing. */
export function nearMissReason(episode: Episode, end: EpisodeEnd): NearMissReason | null {
  const { own, meetings, near, crossedS, wasClear } = episode
  if (meetings === 0 && !(near && wasClear)) return null
  if (own === 0) return 'born_in_dead_band'
  if (end === 'settled') return 'round_the_end'
  if (crossedS !== null && end === 'lost') return 'lost_before_settling'
  if (crossedS !== null && end === 'media_end') return 'media_ended_before_settling'
  if (wasClear) return 'did_not_settle'
  return meetings > 2 ? 'flicker_in_dead_band' : 'touched_and_returned'
}
