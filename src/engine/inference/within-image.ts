import type { Box } from '../../shared/domain/geometry.ts'
import { type Candidates, pick } from './candidates.ts'
import { boundsOf } from './oriented-boxes.ts'

/**
 * The same candidates, each with the image as its box: a class of an image is one of all of it, whatever of it the
 * model was shown.
 */
export function coveringImage(candidates: Candidates, area: Box | undefined): Candidates {
  if (!area) return candidates
  const boxes = new Float32Array(4 * candidates.count)
  for (let i = 0; i < candidates.count; i++) boxes.set([area.x1, area.y1, area.x2, area.y2], 4 * i)
  return { ...candidates, boxes }
}

/**
 * Returns the candidates that reach into the image. Those entirely in the padding are not objects: they must not
 * suppress others, nor count towards the maximum number of detections.
 */
export function withinImage(candidates: Candidates, area: Box | undefined): Candidates {
  if (!area) return candidates
  const within: number[] = []
  for (let i = 0; i < candidates.count; i++) {
    const [x1, y1, x2, y2] = boundsOf(candidates, i)
    if (x2 > area.x1 && y2 > area.y1 && x1 < area.x2 && y1 < area.y2) within.push(i)
  }
  return within.length === candidates.count ? candidates : pick(candidates, within)
}
