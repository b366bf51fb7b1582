/** Stepping by the frames that a run has looked at. */
import type { FrameIndex } from '../tracks/frame-index.ts'

/**
 * The middle of the frame that is some frames away from the one shown at a time. Null where frames were left out in
 * between: the file's own rate leads to them.
 */
export function stepInIndex(index: FrameIndex, timeS: number, by: number, frameS: number): number | null {
  const from = index.frameAtOrBefore(timeS)
  const to = from + by
  if (from < 0 || to < 0 || to >= index.frameCount) return null
  if (index.frameNumberOf(to) - index.frameNumberOf(from) !== by) return null
  return index.middleOf(to, frameS)
}
