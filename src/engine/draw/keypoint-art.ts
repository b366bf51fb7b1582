/** Draws keypoints, and the skeleton between them when they are the 17 of COCO. */
import { bonesOf } from '../../shared/domain/body.ts'
import type { Keypoint } from '../../shared/domain/detection.ts'
import type { InkPot } from './ink.ts'
import type { Measures } from './measures.ts'
import { fillCircle, strokeSegment } from './shapes.ts'
import type { Surface } from './surface.ts'

/** Keypoints with a lower score are not drawn. */
const MIN_SCORE = 0.3
const RIM = '#05070d'
const POINT = '#ffffff'

export function drawKeypoints(
  surface: Surface,
  keypoints: readonly Keypoint[],
  color: string,
  m: Measures,
  inks: InkPot,
): void {
  const sure = (k: Keypoint | undefined): k is Keypoint =>
    k !== undefined && k.score >= MIN_SCORE && Number.isFinite(k.x) && Number.isFinite(k.y)
  const limbs = bonesOf(keypoints.length)
  const width = m.stroke * 1.1
  for (const [grow, ink, opacity] of [
    [Math.max(1.5, m.stroke * 0.8), inks.of(RIM), 0.4],
    [0, inks.of(color), 1],
  ] as const) {
    for (const [from, to] of limbs) {
      const [a, b] = [keypoints[from], keypoints[to]]
      if (sure(a) && sure(b)) strokeSegment(surface, a, b, width + grow, width + grow, ink, opacity)
    }
  }
  for (const point of keypoints) {
    if (!sure(point)) continue
    fillCircle(surface, point, m.stroke * 1.35 + 1, inks.of(RIM), 0.7)
    fillCircle(surface, point, m.stroke * 1.35, inks.of(color), 1)
    fillCircle(surface, point, m.stroke * 0.7, inks.of(POINT), 1)
  }
}
