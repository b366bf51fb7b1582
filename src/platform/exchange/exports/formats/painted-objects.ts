/** Objects as pixels: each pixel belongs to the upper one of objects that overlap. */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { FrozenImage } from './frozen-export.ts'
import type { Ring } from './outline.ts'

const layerOf = (annotation: Annotation): number => fieldsOf(annotation).z ?? 0

/** The boxes and outlines among annotations, from the lowest to the upper ones. */
export const layersOf = (annotations: readonly Annotation[]): Annotation[] =>
  annotations
    .filter(({ type, bounding_box }) => (type === 'bbox' || type === 'polygon') && bounding_box)
    .sort((a, b) => layerOf(a) - layerOf(b))

/** Returns whether the boxes of two annotations have an area in common. */
export function overlap({ bounding_box: a }: Annotation, { bounding_box: b }: Annotation): boolean {
  return a != null && b != null && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/**
 * The object of each pixel, row by row: its place among those drawn, from 1; 0 without one. `onEmpty` is called for one that contains
 * no centre of a pixel.
 */
export async function paintedObjects(
  { width, height }: Pick<FrozenImage, 'width' | 'height'>,
  drawn: readonly Annotation[],
  onEmpty?: (annotation: Annotation) => void,
): Promise<Uint16Array> {
  const pixels = new Uint16Array(width * height)
  const pause = pausing()
  for (const [i, annotation] of drawn.entries()) {
    if (pause.isDue) await pause.take()
    if (!fill(pixels, height, width, ringsOf(annotation), i + 1)) onEmpty?.(annotation)
  }
  return pixels
}

/** Masks are runs down the columns: those of the transposed rings are runs along the rows. Returns whether there are pixels. */
function fill(pixels: Uint16Array, height: number, width: number, rings: readonly Ring[], value: number): boolean {
  const transposed = rings.map((ring) => ring.map(({ x, y }) => ({ x: y, y: x })))
  const runs = maskOfRings(transposed, height, width)?.runs ?? []
  let at = 0
  for (const [i, run] of runs.entries()) {
    if (i % 2 === 1) pixels.fill(value, at, at + run)
    at += run
  }
  return runs.length > 1
}

/** The outline of an annotation, or the corners of its box. */
export function ringsOf({ polygon, bounding_box }: Annotation): readonly Ring[] {
  if (polygon) return polygon.paths
  const { x, y, w, h } = bounding_box ?? { x: 0, y: 0, w: 0, h: 0 }
  return [
    [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ],
  ]
}
