/** Class names and keypoints of COCO: exporters of models trained on it leave the names out. */
import { BODY_POINTS, bonesOf } from '../../../shared/domain/body.ts'
import type { ModelInspection } from '../../../shared/engine-contract/job.ts'
import { numbered } from '../model-class-names.ts'

const NAMES =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  )

/** Category ids, 1 to 90, that have no class. */
const GAPS = new Set([0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83])
const CATEGORIES = 91

/** Names by COCO's category id, which has gaps. */
function byCategory(): string[] {
  const names = NAMES.values()
  return numbered(CATEGORIES).map((unnamed, id) => (GAPS.has(id) ? unnamed : (names.next().value ?? unnamed)))
}

/** The file's own names; without them, COCO's for 80 or 91 classes, as in the published weights, else numbers. */
export function namesOr(names: string[] | null, count: number): string[] {
  if (names) return names
  if (count === NAMES.length) return [...NAMES]
  return count === CATEGORIES ? byCategory() : numbered(count)
}

/** Seventeen keypoints are COCO's body; other numbers of keypoints are numbered, without bones. */
export const keypointsOf = (count: number): NonNullable<ModelInspection['keypoints']> =>
  count === BODY_POINTS.length
    ? { names: [...BODY_POINTS], skeleton: bonesOf(count).map(([a, b]) => [a, b]) }
    : { names: Array.from({ length: count }, (_, i) => `point ${i}`), skeleton: [] }
