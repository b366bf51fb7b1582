import type { Found } from './candidates.ts'
import { outlinesOf, type Rings } from './outlines.ts'

/** Turned boxes as outlines, with the upright boxes around them; others as they are. */
export function upright(found: Found): Found {
  const { angles, boxes } = found
  if (!angles) return found
  const around = new Float32Array(boxes.length)
  const shapes = Array.from({ length: found.count }, (_, i): Rings => {
    const [x1, y1, x2, y2] = boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
    const [cos, sin] = [Math.cos(angles[i] as number), Math.sin(angles[i] as number)]
    const [cx, cy, w, h] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2]
    const corner = (x: number, y: number) => [cx + x * cos - y * sin, cy + x * sin + y * cos]
    const reach = [Math.abs(w * cos) + Math.abs(h * sin), Math.abs(w * sin) + Math.abs(h * cos)] as const
    around.set([cx - reach[0], cy - reach[1], cx + reach[0], cy + reach[1]], 4 * i)
    return [[corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)].flat()]
  })
  return { ...found, boxes: around, outlines: outlinesOf(shapes) }
}
