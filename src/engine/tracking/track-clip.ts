/** Tracks a clip from its detections alone, frame by frame. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import { createTracker } from './tracker.ts'

export interface ClipFrame {
  /** The frame's number in the clip; rising. */
  frame: number
  detections: readonly Detection[]
}

/**
 * Yields the tracks of each frame with detections. Frames missing from the clip count as frames without detections;
 * time is the frame number over `fps`.
 */
export function* trackClip(
  frames: Iterable<ClipFrame>,
  config: ConfigOf<'track'>,
  fps: number,
): Generator<{ frame: number; tracks: TrackedDetection[] }> {
  const tracker = createTracker(config)
  // After this many empty frames all tracks are forgotten, and further ones change nothing.
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
