/** Merges detections from several wires into one list. */
import type { Detection } from '../../shared/domain/detection.ts'
import { iou } from '../../shared/domain/geometry.ts'

/** Boxes of one class from two models that overlap by more than this count as the same object. */
const SAME_OBJECT_IOU = 0.5

/**
 * When two models detect the same object, the detection with the higher score is kept, unchanged. Boxes of one model
 * are never merged: that model has already separated them. A detection that arrives over two wires counts once, in its
 * tracked form if there is one. The order of arrival is kept.
 */
export function mergeDetections(lists: readonly (readonly Detection[])[]): readonly Detection[] {
  if (lists.length === 1) return lists[0] as readonly Detection[]
  const once = new Map<number, Detection>()
  for (const detection of lists.flat()) {
    const known = once.get(detection.id)
    if (!known || (known.trackId === undefined && detection.trackId !== undefined)) once.set(detection.id, detection)
  }
  // Ties are broken by id: the order in which wires were drawn must not matter.
  const byScore = [...once.values()].sort((a, b) => b.score - a.score || a.id - b.id)
  const kept = new Set<Detection>()
  for (const detection of byScore) {
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
