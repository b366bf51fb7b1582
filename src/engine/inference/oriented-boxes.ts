import type { Candidates, Found } from './candidates.ts'
import { outlinesOf, type Rings } from './outlines.ts'

/** Converts oriented boxes to outlines with the upright boxes around them; others are unchanged. */
export function upright(found: Found): Found {
  const { angles, boxes } = found
  if (!angles) return found
  const around = new Float32Array(boxes.length)
  const shapes = Array.from({ length: found.count }, (_, i): Rings => {
    around.set(boundsOf(found, i), 4 * i)
    const [x1, y1, x2, y2] = boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
    const [cos, sin] = [Math.cos(angles[i] as number), Math.sin(angles[i] as number)]
    const [cx, cy, w, h] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2]
    const corner = (x: number, y: number) => [cx + x * cos - y * sin, cy + x * sin + y * cos]
    return [[corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)].flat()]
  })
  return { ...found, boxes: around, outlines: outlinesOf(shapes) }
}

/** x1, y1, x2, y2 of the upright box around a candidate. */
export function boundsOf({ boxes, angles }: Candidates, i: number): [number, number, number, number] {
  const x1 = boxes[4 * i] as number
  const y1 = boxes[4 * i + 1] as number
  const x2 = boxes[4 * i + 2] as number
  const y2 = boxes[4 * i + 3] as number
  if (!angles) return [x1, y1, x2, y2]
  const [cos, sin] = [Math.abs(Math.cos(angles[i] as number)), Math.abs(Math.sin(angles[i] as number))]
  const [cx, cy, w, h] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2]
  const [reachX, reachY] = [w * cos + h * sin, w * sin + h * cos]
  return [cx - reachX, cy - reachY, cx + reachX, cy + reachY]
}
