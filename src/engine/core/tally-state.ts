/** The figures of one node as checkpoints and tapes store them. */
export interface TallyState {
  framesIn: number
  framesOut: number
  /** Frames with any detection, and those with one whose score is not near the threshold. */
  framesWith: number
  framesSure: number
  detections: number
  /** Number of detections whose score is near the threshold. */
  near: number
  events: number
  /** Milliseconds of work. */
  busyMs: number
}
