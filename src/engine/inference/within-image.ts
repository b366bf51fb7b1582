import type { Box } from '../../shared/domain/geometry.ts'
import { type Candidates, pick } from './candidates.ts'
import { boundsOf } from './oriented-boxes.ts'

/**
 * Returns the candidates that reach into the image. Those entirely in the padding are not objects: they must not
 * suppress others, nor count towards the maximum number of detections.
 */
export function withinImage(candidates: Candidates, picture: Box | undefined): Candidates {
  if (!picture) return candidates
  const within: number[] = []
  for (let i = 0; i < candidates.count; i++) {
    const [x1, y1, x2, y2] = boundsOf(candidates, i)
    if (x2 > picture.x1 && y2 > picture.y1 && x1 < picture.x2 && y1 < picture.y2) within.push(i)
  }
  return within.length === candidates.count ? candidates : pick(candidates, within)
}
