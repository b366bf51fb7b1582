/** All model families, tried in this order: the first that recognises a model decodes it. */
import { boxesAndScores } from './boxes-and-scores.ts'
import { classifier } from './classifier.ts'
import { detr } from './detr.ts'
import { embeddingNetwork } from './embedding-network.ts'
import { endToEnd } from './end-to-end.ts'
import type { Family, Head, TriedModel } from './family.ts'
import { listedDetections } from './listed-detections.ts'
import { movenet } from './movenet.ts'
import { picodet } from './picodet.ts'
import { semanticMap } from './semantic-map.ts'
import { topDownPose } from './top-down-pose.ts'
import { ultralyticsRtdetr } from './ultralytics-rtdetr.ts'
import { ultralyticsV5 } from './ultralytics-v5.ts'
import { ultralyticsV8 } from './ultralytics-v8.ts'
import { yolox } from './yolox.ts'

/**
 * Families with the most distinctive outputs are first; those recognised by numbers of rows and columns alone are last.
 */
export const FAMILIES: readonly Family[] = [
  listedDetections,
  movenet,
  topDownPose,
  picodet,
  detr,
  boxesAndScores,
  endToEnd,
  yolox,
  ultralyticsRtdetr,
  ultralyticsV8,
  ultralyticsV5,
  semanticMap,
  embeddingNetwork,
  classifier,
]

export function recognise(model: TriedModel): (Head & { family: string }) | null {
  for (const family of FAMILIES) {
    const head = family.recognise(model)
    if (head) return { ...head, family: family.id }
  }
  return null
}
