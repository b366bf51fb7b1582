/** Finds annotations that two people made of the same object. */
import { type Annotation, type BoundingBox, isVisible } from '../../../shared/domain/annotation.ts'
import { iou } from '../../../shared/domain/geometry.ts'

/** Boxes of one class that overlap by more than this are probably of one object. */
const NEARLY_EQUAL = 0.9
/**
 * The largest distance between the left edges of such boxes, as a share of the width: the intersection has at least 0.9
 * of both widths.
 */
const MOST_APART = 0.12
const MOST_LISTED = 10
/** Bounds the work where many boxes lie upon each other. */
const MOST_COMPARED = 200

type Placed = Pick<Annotation, 'name' | 'type' | 'bounding_box' | 'outside'>

/** Ids of those others that are nearly equal to an annotation: at most 10, searched among 200 neighbours. */
export function nearlyEqual(others: ReadonlyMap<string, Placed>): (annotation: Placed) => string[] {
  const byClass = new Map<string, { id: string; box: BoundingBox }[]>()
  for (const [id, other] of others) {
    const { name, type, bounding_box: box } = other
    if (!box || !isVisible(other)) continue
    const key = `${type} ${name}`
    const known = byClass.get(key)
    if (known) known.push({ id, box })
    else byClass.set(key, [{ id, box }])
  }
  for (const list of byClass.values()) list.sort((a, b) => a.box.x - b.box.x)
  return (annotation) => {
    const { name, type, bounding_box: box } = annotation
    const list = byClass.get(`${type} ${name}`)
    if (!box || !list || !isVisible(annotation)) return []
    const found: string[] = []
    const reach = box.w * MOST_APART
    let i = firstFrom(list, box.x - reach)
    for (const end = i + MOST_COMPARED; i < Math.min(end, list.length) && found.length < MOST_LISTED; i++) {
      const other = list[i] as (typeof list)[number]
      if (other.box.x > box.x + reach) break
      if (iou(cornersOf(box), cornersOf(other.box)) > NEARLY_EQUAL) found.push(other.id)
    }
    return found
  }
}

const cornersOf = ({ x, y, w, h }: BoundingBox) => ({ x1: x, y1: y, x2: x + w, y2: y + h })

/** Position of the first box of the sorted list whose left edge is at `x` or beyond. */
function firstFrom(list: readonly { box: BoundingBox }[], x: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] as { box: BoundingBox }).box.x < x) low = middle + 1
    else high = middle
  }
  return low
}
