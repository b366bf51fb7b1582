/** Maps a model's detections from pixels of its input to pixels of the full frame. */
import type { Detection } from '../../shared/domain/detection.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { clipRing } from '../inference/clip-ring.ts'
import { ringsOf } from '../inference/outlines.ts'
import type { Inferred } from '../inference/pool.ts'
import type { Letterbox } from '../media/frame.ts'

export type Mapped = Pick<Detection, 'box' | 'score' | 'classId' | 'rings' | 'keypoints'>

/** Boxes and shapes are clipped to the frame; those that lie outside it are dropped. */
export function inFrame({ found, letterbox }: Pick<Inferred, 'found' | 'letterbox'>, size: Size): Mapped[] {
  const { boxes, scores, classIds, outlines } = found
  const frame = { x1: 0, y1: 0, x2: size.width, y2: size.height }
  const mapped: Mapped[] = []
  for (let i = 0; i < found.count; i++) {
    const [x1, y1, x2, y2] = toFrame(boxes.subarray(4 * i, 4 * i + 4), letterbox) as [number, number, number, number]
    const box = clipped({ x1, y1, x2, y2 }, size)
    if (!box) continue
    const detection: Mapped = { box, score: scores[i] as number, classId: classIds[i] as number }
    if (outlines) {
      const rings = ringsOf(outlines, i).map((ring) => clipRing(toFrame(ring, letterbox), frame))
      detection.rings = rings.filter((ring) => ring.length > 0)
    }
    if (found.keypoints) detection.keypoints = keypointsOf(found.keypoints, i, found.count, letterbox, size)
    mapped.push(detection)
  }
  return mapped
}

/** Maps x, y, x, y … */
function toFrame(points: Float32Array, letterbox: Letterbox): number[] {
  const { scale, scaleY = scale, padX, padY, originX, originY } = letterbox
  return Array.from(points, (v, i) => (i % 2 ? (v - padY) / scaleY + originY : (v - padX) / scale + originX))
}

function keypointsOf(values: Float32Array, i: number, count: number, letterbox: Letterbox, size: Size) {
  const each = values.length / count
  return Array.from({ length: each / 3 }, (_, k) => {
    const at = i * each + 3 * k
    const [x, y] = toFrame(values.subarray(at, at + 2), letterbox) as [number, number]
    const score = Math.min(Math.max(values[at + 2] as number, 0), 1)
    return { x: between(x, size.width), y: between(y, size.height), score }
  })
}

const between = (v: number, most: number): number => Math.min(Math.max(v, 0), most)

function clipped(box: Box, { width, height }: Size): Box | null {
  const inside = {
    x1: between(box.x1, width),
    y1: between(box.y1, height),
    x2: between(box.x2, width),
    y2: between(box.y2, height),
  }
  return inside.x2 > inside.x1 && inside.y2 > inside.y1 ? inside : null
}
