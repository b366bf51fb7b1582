/** Tracks a clip of which only the detections are known, frame by frame. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import { createTracker } from './tracker.ts'

export interface ClipFrame {
  /** As the clip counts; rising. */
  frame: number
  detections: readonly Detection[]
}

/**
 * Tracks of each frame that has detections. Frames that the clip leaves out are frames without detections; time is
 * the frame number over `fps`.
 */
export function* trackClip(
  frames: Iterable<ClipFrame>,
  config: ConfigOf<'track'>,
  fps: number,
): Generator<{ frame: number; tracks: TrackedDetection[] }> {
  const tracker = createTracker(config)
  // Beyond this many empty frames nothing is remembered, and more of them change nothing.
  const longest = Math.ceil(config.lost_after_s * fps) + 2
  let previous: number | null = null
  for (const { frame, detections } of frames) {
    const at = (index: number) => ({ index, ptsS: index / fps, width: 0, height: 0 })
    const from: number = previous === null ? frame : Math.max(previous + 1, frame - longest)
    for (let empty = from; empty < frame; empty++) tracker.update([], at(empty))
    yield { frame, tracks: tracker.update(detections, at(frame)) }
    previous = frame
  }
}
