/** One object as the tracker remembers it. */
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import { type Motion, type MotionModel, type Warp, warpMotion } from './motion-model.ts'

/**
 * tentative: seen once, not yet told to anyone; confirmed: seen in the last frame; lost: remembered.
 * A removed track is simply dropped.
 */
export type TrackState = 'tentative' | 'confirmed' | 'lost'

export class Track {
  readonly id: number
  state: TrackState
  /** The estimate: of this frame after `observe`, expected after `predict`. */
  box: Box
  readonly firstUpdate: number
  lastUpdate: number
  lastSeenS: number
  private readonly model: MotionModel
  private readonly motion: Motion
  private detection: Detection
  private readonly votes = new Map<string, number>()
  private className: string
  private classId: number

  constructor(id: number, model: MotionModel, detection: Detection, update: number, ptsS: number, state: TrackState) {
    this.id = id
    this.model = model
    this.motion = model.start(detection.box)
    this.box = model.boxOf(this.motion)
    this.state = state
    this.firstUpdate = update
    this.lastUpdate = update
    this.lastSeenS = ptsS
    this.detection = detection
    this.className = detection.className
    this.classId = detection.classId
    this.votes.set(detection.className, 1)
  }

  /** One frame on. With `moveBox` off the box stays where the object was last seen. */
  predict(moveBox: boolean): void {
    this.model.predict(this.motion, this.state !== 'lost')
    if (moveBox) this.box = this.model.boxOf(this.motion)
  }

  warp(warp: Warp): void {
    warpMotion(this.motion, warp)
    this.box = this.model.boxOf(this.motion)
  }

  /** The detection of this frame that belongs to the track; confirms it. */
  observe(detection: Detection, update: number, ptsS: number): void {
    this.model.correct(this.motion, detection.box)
    this.box = this.model.boxOf(this.motion)
    this.state = 'confirmed'
    this.lastUpdate = update
    this.lastSeenS = ptsS
    this.detection = detection
    this.vote(detection)
  }

  /** The last detection with the estimated box, the voted class and the track's id. */
  output(): TrackedDetection {
    return {
      ...this.detection,
      box: this.box,
      classId: this.classId,
      className: this.className,
      trackId: this.id,
    }
  }

  /** One vote a detection; of equals the one voted for last wins. */
  private vote({ className, classId }: Detection): void {
    const count = (this.votes.get(className) ?? 0) + 1
    this.votes.set(className, count)
    if (className === this.className || count >= (this.votes.get(this.className) ?? 0)) {
      this.className = className
      this.classId = classId
    }
  }
}
