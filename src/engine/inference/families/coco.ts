/** Class names and keypoints of COCO: exporters of models trained on it leave the names out. */
import { BODY_POINTS, bonesOf } from '../../../shared/domain/body.ts'
import { COCO_CATEGORY_NAMES, COCO_NAMES } from '../../../shared/domain/class-sets.ts'
import type { ModelInspection } from '../../../shared/engine-contract/job.ts'
import { numbered } from '../model-class-names.ts'

/** The file's own names; without them, COCO's for 80 or 91 classes, as in the published weights, else numbers. */
export function namesOr(names: string[] | null, count: number): string[] {
  if (names) return names
  const known = [COCO_NAMES, COCO_CATEGORY_NAMES].find((set) => set.length === count)
  return known ? [...known] : numbered(count)
}

/** Seventeen keypoints are COCO's body; other numbers of keypoints are numbered, without bones. */
export const keypointsOf = (count: number): NonNullable<ModelInspection['keypoints']> =>
  count === BODY_POINTS.length
    ? { names: [...BODY_POINTS], skeleton: bonesOf(count).map(([a, b]) => [a, b]) }
    : { names: Array.from({ length: count }, (_, i) => `point ${i}`), skeleton: [] }
