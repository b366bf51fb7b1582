/** The outline of a mask in pixels of its image. */
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { SegmentedObject } from '../../shared/engine-contract/segmentation.ts'
import { clipRing } from '../inference/clip-ring.ts'
import { trace } from '../inference/outlines.ts'

export interface PlacedMask extends Size {
  /** Row by row. */
  values: Float32Array
  /** A value of at least this is inside. */
  threshold: number
  /** The region of the image that the mask covers. */
  area: Box
}

/** Rings and their box, within `bounds`; null when nothing is left. */
export function outlineOf(mask: PlacedMask, bounds: Box): Pick<SegmentedObject, 'box' | 'rings'> | null {
  const { values, width, height, threshold, area } = mask
  const scaleX = (area.x2 - area.x1) / width
  const scaleY = (area.y2 - area.y1) / height
  const rings = trace(values, width, height, threshold)
    .map((ring) => ring.map((v, i) => (i % 2 ? area.y1 + v * scaleY : area.x1 + v * scaleX)))
    .map((ring) => clipRing(ring, bounds))
    .filter((ring) => ring.length >= 6)
  if (rings.length === 0) return null
  const box = { x1: Number.POSITIVE_INFINITY, y1: Number.POSITIVE_INFINITY, x2: 0, y2: 0 }
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i], ring[i + 1]] as [number, number]
      box.x1 = Math.min(box.x1, x)
      box.y1 = Math.min(box.y1, y)
      box.x2 = Math.max(box.x2, x)
      box.y2 = Math.max(box.y2, y)
    }
  }
  return box.x2 > box.x1 && box.y2 > box.y1 ? { box, rings } : null
}
