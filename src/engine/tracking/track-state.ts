/** The state of one track: plain data, so that a tracker can be saved. */
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { Motion, MotionModel } from './motion-model.ts'

export interface Track {
  id: number
  /**
   * tentative: seen once, not yet reported; confirmed: seen in the last frame; lost: remembered. A removed track is
   * simply dropped.
   */
  state: 'tentative' | 'confirmed' | 'lost'
  /** The estimate: of this frame after `observe`, predicted after `predict`. */
  box: Box
  motion: Motion
  firstUpdate: number
  lastUpdate: number
  lastSeenS: number
  /** Number of detections of each class. */
  votes: Map<string, number>
  className: string
  classId: number
  /** Appearance: a running mean of appearance vectors, of length 1; null until one is known. */
  appearance: Float32Array | null
}

/** A detection and its appearance vector, of length 1, if a model gives one. */
export interface Sighting {
  box: Box
  detection: Detection
  appearance: Float32Array | null
}

/** The frame of a sighting. */
export interface Moment {
  update: number
  ptsS: number
}

export function startTrack(
  id: number,
  model: MotionModel,
  { detection, appearance }: Sighting,
  { update, ptsS }: Moment,
): Track {
  const motion = model.start(detection.box)
  return {
    id,
    // Tracks of the first frame are confirmed immediately.
    state: update === 1 ? 'confirmed' : 'tentative',
    box: model.boxOf(motion),
    motion,
    firstUpdate: update,
    lastUpdate: update,
    lastSeenS: ptsS,
    votes: new Map([[detection.className, 1]]),
    className: detection.className,
    classId: detection.classId,
    appearance,
  }
}

/** Updates the track with its detection in this frame; confirms it. `momentum`: weight of the old appearance. */
export function observe(track: Track, model: MotionModel, seen: Sighting, at: Moment, momentum: number): void {
  model.correct(track.motion, seen.detection.box)
  track.box = model.boxOf(track.motion)
  track.state = 'confirmed'
  track.lastUpdate = at.update
  track.lastSeenS = at.ptsS
  track.appearance = blended(track.appearance, seen.appearance, momentum)
  vote(track, seen.detection)
}

/** The detection with the estimated box, the voted class and the track's id. */
export const tracked = (track: Track, detection: Detection): TrackedDetection => ({
  ...detection,
  box: track.box,
  classId: track.classId,
  className: track.className,
  trackId: track.id,
})

/** One vote per detection; of equals the one voted for last wins. */
function vote(track: Track, { className, classId }: Detection): void {
  const count = (track.votes.get(className) ?? 0) + 1
  track.votes.set(className, count)
  if (className === track.className || count >= (track.votes.get(track.className) ?? 0)) {
    track.className = className
    track.classId = classId
  }
}

function blended(old: Float32Array | null, now: Float32Array | null, momentum: number): Float32Array | null {
  if (!old || !now) return now ?? old
  const mean = old.map((value, i) => momentum * value + (1 - momentum) * (now[i] as number))
  const length = Math.hypot(...mean)
  return length > 0 ? mean.map((value) => value / length) : now
}
