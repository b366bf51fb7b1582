/** Merges detections from several wires into one list. */
import type { Detection } from '../../shared/domain/detection.ts'
import { iou } from '../../shared/domain/geometry.ts'
import { BoxIndex } from './box-index.ts'

/** How detections of several models become one list. All overlaps are of boxes of one class, 0 to 1. */
export interface UnionRule {
  /** Boxes of different models that overlap by more than this are one object. */
  iou: number
  /** By model block: the overlap up to which that model itself takes two boxes for two objects. */
  ownIou: ReadonlyMap<string, number>
}

/**
 * A detection that arrives over several wires counts once, in its tracked form if there is one. With a `union`, of
 * detections that are one object the one with the highest score is kept, unchanged; within one model they are one object
 * only beyond the overlap that it allows itself, so that another model beside it removes nothing from a crowd. A tracked
 * detection is an object of its own: it is never dropped, nor is another one for its sake.
 *
 * The order of arrival is kept; which detections are kept does not depend on it. Takes O(n log n) unless very many boxes
 * overlap.
 */
export function mergeDetections(lists: readonly (readonly Detection[])[], union?: UnionRule): readonly Detection[] {
  const [only] = lists
  const once = only !== undefined && lists.length === 1 ? only : withoutRepeats(lists.flat())
  return union === undefined ? once : united(once, union)
}

function withoutRepeats(all: readonly Detection[]): Detection[] {
  const tracks = new Set<number>()
  const ids = new Set<number>()
  for (const { id, trackId } of all) if (trackId !== undefined) ids.add(id)
  return all.filter(({ id, trackId }) => {
    const [seen, key] = trackId === undefined ? [ids, id] : [tracks, trackId]
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Greedy non-maximum suppression over the detections that are not tracked. */
function united(all: readonly Detection[], union: UnionRule): readonly Detection[] {
  const free = all.filter(({ trackId }) => trackId === undefined)
  // Ties are broken by id: the order in which wires were drawn must not matter.
  free.sort((a, b) => b.score - a.score || a.id - b.id)
  const kept = new Map<string, BoxIndex<Detection>>()
  const doubles = new Set<Detection>()
  for (const detection of free) {
    const { className, modelNodeId } = detection
    const ofClass = kept.get(className) ?? new BoxIndex<Detection>()
    kept.set(className, ofClass)
    const ownIou = Math.max(union.iou, union.ownIou.get(modelNodeId) ?? 1)
    const isDouble = ofClass.some(detection.box, union.iou, (other) => {
      return iou(other.box, detection.box) > (other.modelNodeId === modelNodeId ? ownIou : union.iou)
    })
    if (isDouble) doubles.add(detection)
    else ofClass.add(detection)
  }
  return doubles.size === 0 ? all : all.filter((detection) => !doubles.has(detection))
}
