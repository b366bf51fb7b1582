/** The annotations and detections of an image as objects that can be compared. */
import { type Annotation, isVisible } from '../../../shared/domain/annotation.ts'
import type { Ring } from '../../../shared/domain/detection.ts'
import type { Point, Size } from '../../../shared/domain/geometry.ts'
import type { Predicted } from '../../../shared/engine-contract/serving.ts'
import type { Pauses } from '../../machine/pauses.ts'
import type { Extent } from './metrics/masks.ts'
import { maskInside } from './metrics/outline-mask.ts'
import type { PredictedObject, TruthObject } from './metrics/overlaps.ts'

/** An object with its outline: that of its box, unless it has one of its own. */
interface Outlined<T> {
  object: T
  rings: readonly Ring[]
}

export type MarkedObject = Outlined<TruthObject> & { annotation: Annotation }
export type FoundObject = Outlined<PredictedObject> & { hasOutline: boolean }

/** Index by name, for a list of classes. */
export const indexOfClasses = (classes: readonly string[]): ReadonlyMap<string, number> =>
  new Map(classes.map((name, index) => [name, index]))

/**
 * Boxes and polygons of these classes. Polylines, keypoints and tracks that have left the frame are no objects that a detector
 * finds.
 */
export function markedObjects(
  annotations: readonly Annotation[],
  classes: ReadonlyMap<string, number>,
): MarkedObject[] {
  return annotations.flatMap((annotation) => {
    const classIndex = classes.get(annotation.name)
    if (classIndex === undefined || !isVisible(annotation)) return []
    if (annotation.type !== 'bbox' && annotation.type !== 'polygon') return []
    const own = annotation.polygon?.paths.map(coordinatesOf)
    const box = annotation.bounding_box ?? (own && extentOf(own))
    return box ? [{ object: { classIndex, box }, rings: own ?? [ringOf(box)], annotation }] : []
  })
}

/** Detections of other classes are dropped. */
export function foundObjects(detections: readonly Predicted[], classes: ReadonlyMap<string, number>): FoundObject[] {
  return detections.flatMap(({ className, score, box: { x1, y1, x2, y2 }, rings }) => {
    const classIndex = classes.get(className)
    if (classIndex === undefined) return []
    const box = { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
    const outline = rings && rings.length > 0 ? rings : null
    return [{ object: { classIndex, score, box }, rings: outline ?? [ringOf(box)], hasOutline: outline !== null }]
  })
}

/** Adds the masks inside their outlines. */
export async function masked<T extends TruthObject | PredictedObject>(
  objects: readonly Outlined<T>[],
  size: Size,
  pauses: Pauses,
): Promise<T[]> {
  const made: T[] = []
  for (const { object, rings } of objects) {
    if (pauses.isDue) await pauses.take()
    made.push({ ...object, mask: await maskInside(rings, size, pauses) })
  }
  return made
}

/** An outline can have 100,000 points. */
function coordinatesOf(path: readonly Point[]): Ring {
  const ring: number[] = []
  for (const { x, y } of path) ring.push(x, y)
  return ring
}

const ringOf = ({ x, y, w, h }: Extent): Ring => [x, y, x + w, y, x + w, y + h, x, y + h]

function extentOf(rings: readonly Ring[]): Extent | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] as number, ring[i + 1] as number]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right > left && bottom > top ? { x: left, y: top, w: right - left, h: bottom - top } : undefined
}
