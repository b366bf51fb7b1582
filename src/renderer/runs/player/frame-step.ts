/** Stepping by the frames that a run has looked at. */
import type { Graph } from '../../../shared/graph/graph.ts'
import type { FrameIndex } from '../tracks/frame-index.ts'

/**
 * The middle of the frame that is some frames away from the one shown at a time. Null where frames were left out in
 * between: the file's own rate leads to them.
 */
export function stepInIndex(index: FrameIndex, timeS: number, by: number, frameS: number): number | null {
  const from = index.frameAtOrBefore(timeS)
  const to = from + by
  if (from < 0 || to < 0 || to >= index.frameCount) return null
  for (let at = Math.min(from, to); at < Math.max(from, to); at++) if (!isNextOf(index, at, frameS)) return null
  return index.middleOf(to, frameS)
}

/** Images stand a second apart where nothing was recorded of them. */
const IMAGE_S = 1

/** Which image is shown at a time, from 0. */
export const imageAt = (index: FrameIndex, timeS: number): number =>
  Math.max(0, index.frameCount > 0 ? index.frameAtOrBefore(timeS) : Math.floor(timeS / IMAGE_S))

/** A time at which the image is shown that is some images away; the first and the last are the ends. */
export function stepInImages(index: FrameIndex, timeS: number, by: number, total: number): number {
  const to = Math.min(total - 1, Math.max(0, imageAt(index, timeS) + by))
  return to < index.frameCount ? index.middleOf(to, IMAGE_S) : (to + 0.5) * IMAGE_S
}

/** Whether the file has no frame between one that the run has looked at and its successor in the index. */
export function isNextOf(index: FrameIndex, frame: number, frameS: number): boolean {
  const next = frame + 1
  if (frame < 0 || next >= index.frameCount) return false
  // Numbers count what the run looked at: those of a run that looks at some frames of each second follow each other too.
  if (index.frameNumberOf(next) !== index.frameNumberOf(frame) + 1) return false
  return looksAtAll(index) || index.timeOf(next) - index.timeOf(frame) < frameS * 1.5
}

/** From the graph that made the file; false where that is not known. */
function looksAtAll({ header }: FrameIndex): boolean {
  const { graph } = (header?.workflow ?? {}) as { graph?: Graph }
  const source = graph?.nodes.find((n) => n.type === 'source')
  return source !== undefined && typeof source.config.sample_fps !== 'number'
}
