/** Detections from several wires as one list. */
import type { Detection } from '../../shared/domain/detection.ts'
import { iou } from '../../shared/domain/geometry.ts'

/** Two models mean the same object when their boxes of one class overlap by more than this. */
const SAME_OBJECT_IOU = 0.5

/**
 * Where two models found the same object, the surer box is kept, unchanged. Boxes of one model are never merged with
 * each other: it has said itself that they are two objects. A detection that comes along two ways counts once, in its
 * tracked form if there is one. Order: as they came.
 */
export function unite(lists: readonly (readonly Detection[])[]): readonly Detection[] {
  if (lists.length === 1) return lists[0] as readonly Detection[]
  const once = new Map<number, Detection>()
  for (const detection of lists.flat()) {
    const known = once.get(detection.id)
    if (!known || (known.trackId === undefined && detection.trackId !== undefined)) once.set(detection.id, detection)
  }
  // Equally sure ones by id: which wire was drawn first must not matter.
  const bySureness = [...once.values()].sort((a, b) => b.score - a.score || a.id - b.id)
  const kept = new Set<Detection>()
  for (const detection of bySureness) {
    const isDouble = [...kept].some(
      (k) =>
        k.modelNodeId !== detection.modelNodeId &&
        k.className === detection.className &&
        iou(k.box, detection.box) > SAME_OBJECT_IOU,
    )
    if (!isDouble) kept.add(detection)
  }
  return [...once.values()].filter((d) => kept.has(d))
}
