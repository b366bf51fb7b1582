/** Synthetic traffic: boxes that move steadily across a 1920x1080 frame, the same in every call. */
import type { Detection } from '../../src/shared/domain/detection.ts'

const NAMES = ['car', 'truck', 'bicycle', 'pedestrian']

export const SIZE = { width: 1920, height: 1080 }
export const FPS = 25

/** Size and course of object `k`: it moves along `y`, from `start` by `speed` pixels a frame, and begins again after `span`. */
export function courseOf(k: number) {
  const [w, h] = [60 + (k % 5) * 22, 50 + (k % 7) * 15]
  const speed = (2 + (k % 4)) * (k % 2 === 0 ? 1 : -1)
  return { w, h, y: (k * 97) % (SIZE.height - h), start: k * 211, speed, span: SIZE.width + w }
}

/** Positions of `objects` objects in frame `i`; each wobbles a pixel or two, as detections do. */
export function detectionsAt(i: number, objects: number): Detection[] {
  return Array.from({ length: objects }, (_, k) => {
    const { w, h, y, start, speed, span } = courseOf(k)
    const x = ((((start + i * speed) % span) + span) % span) - w
    const wobble = Math.sin(i * 1.7 + k * 2.3)
    const box = { x1: x + wobble, y1: y - wobble, x2: x + w + wobble, y2: y + h - wobble }
    return {
      box,
      score: 0.75 + 0.2 * wobble ** 2,
      classId: k % 4,
      className: NAMES[k % 4] as string,
      modelNodeId: 'm',
      id: k,
    }
  })
}
