/** Steps through the frames that a run has processed. */
import type { Graph } from '../../../../shared/graph/graph.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'

/**
 * Returns the middle of the frame `by` frames away from the one shown at a time. Null when frames in between were
 * skipped; the file's own frame rate leads to them.
 */
export function stepInIndex(index: FrameIndex, timeS: number, by: number, frameS: number): number | null {
  const from = index.frameAtOrBefore(timeS)
  const to = from + by
  if (from < 0 || to < 0 || to >= index.frameCount) return null
  for (let at = Math.min(from, to); at < Math.max(from, to); at++) if (!isNextOf(index, at, frameS)) return null
  return index.middleOf(to, frameS)
}

/** Seconds between images that have no record. */
const IMAGE_S = 1

/** Index of the image shown at a time, from 0. */
export const imageAt = (index: FrameIndex, timeS: number): number =>
  Math.max(0, index.frameCount > 0 ? index.frameAtOrBefore(timeS) : Math.floor(timeS / IMAGE_S))

/** Returns a time at which the image `by` images away is shown, clamped to the first and the last image. */
export function stepInImages(index: FrameIndex, timeS: number, by: number, total: number): number {
  const to = Math.min(total - 1, Math.max(0, imageAt(index, timeS) + by))
  return to < index.frameCount ? index.middleOf(to, IMAGE_S) : (to + 0.5) * IMAGE_S
}

/** True when the file has no frame between a processed frame and its successor in the index. */
export function isNextOf(index: FrameIndex, frame: number, frameS: number): boolean {
  const next = frame + 1
  if (frame < 0 || next >= index.frameCount) return false
  // Frame numbers count processed frames, so they are consecutive even in a run that samples some frames per second.
  if (index.frameNumberOf(next) !== index.frameNumberOf(frame) + 1) return false
  return looksAtAll(index) || index.timeOf(next) - index.timeOf(frame) < frameS * 1.5
}

/** True when the graph in the file's header samples every frame; false when unknown. */
function looksAtAll({ header }: FrameIndex): boolean {
  const { graph } = (header?.workflow ?? {}) as { graph?: Graph }
  const source = graph?.nodes.find((n) => n.type === 'source')
  return source !== undefined && typeof source.config.sample_fps !== 'number'
}
