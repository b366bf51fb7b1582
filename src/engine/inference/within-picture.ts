import type { Box } from '../../shared/domain/geometry.ts'
import { type Candidates, pick } from './candidates.ts'
import { boundsOf } from './turned-boxes.ts'

/**
 * The candidates that reach into the picture. What lies wholly in the bars beside it is of nothing: it must not suppress
 * others, nor take their place among the most that are kept.
 */
export function withinPicture(candidates: Candidates, picture: Box | undefined): Candidates {
  if (!picture) return candidates
  const within: number[] = []
  for (let i = 0; i < candidates.count; i++) {
    const [x1, y1, x2, y2] = boundsOf(candidates, i)
    if (x2 > picture.x1 && y2 > picture.y1 && x1 < picture.x2 && y1 < picture.y2) within.push(i)
  }
  return within.length === candidates.count ? candidates : pick(candidates, within)
}
