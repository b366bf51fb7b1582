import type { Annotation } from '../../../shared/domain/annotation.ts'
import type { Box } from '../../../shared/domain/geometry.ts'

export interface FoundObject {
  score: number
  box: Box
  rings?: readonly (readonly number[])[]
}

/** An object as an annotation; as its box where it has no outline. */
export function objectAnnotation(
  { score, box: { x1, y1, x2, y2 }, rings = [] }: FoundObject,
  name: string,
  type: 'polygon' | 'bbox',
): Omit<Annotation, 'id'> {
  const bounding_box = { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
  const common = { name, confidence: Math.min(1, Math.max(0, score)), bounding_box }
  const paths = rings.filter((ring) => ring.length >= 6).map(pointsOf)
  return type === 'polygon' && paths.length > 0
    ? { ...common, type: 'polygon', polygon: { paths } }
    : { ...common, type: 'bbox' }
}

const pointsOf = (ring: readonly number[]) =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i] as number, y: ring[2 * i + 1] as number }))
