/** All model families, and the choice of the one that fits a model best. */
import { arrangementsOf } from './arrangements.ts'
import { boxesAndScores } from './boxes-and-scores.ts'
import { centerface } from './centerface.ts'
import { centernet } from './centernet.ts'
import { classifier } from './classifier.ts'
import { detr } from './detr.ts'
import { embeddingNetwork } from './embedding-network.ts'
import { endToEnd } from './end-to-end.ts'
import type { Family, Head, OutputTensor, TriedModel } from './family.ts'
import { listedDetections } from './listed-detections.ts'
import { listedRows } from './listed-rows.ts'
import { movenet } from './movenet.ts'
import { nanodet } from './nanodet.ts'
import { picodet } from './picodet.ts'
import { scrfd } from './scrfd.ts'
import { semanticMap } from './semantic-map.ts'
import { topDownPose } from './top-down-pose.ts'
import { ultralyticsRtdetr } from './ultralytics-rtdetr.ts'
import { ultralyticsV5 } from './ultralytics-v5.ts'
import { ultralyticsV8 } from './ultralytics-v8.ts'
import { yolox } from './yolox.ts'
import { yunet } from './yunet.ts'

/**
 * Families with the most distinctive outputs are first; those recognised by numbers of rows and columns alone are last.
 * The first of two that fit equally well is chosen.
 */
export const FAMILIES: readonly Family[] = [
  listedDetections,
  listedRows,
  yunet,
  scrfd,
  centerface,
  centernet,
  movenet,
  topDownPose,
  picodet,
  detr,
  boxesAndScores,
  endToEnd,
  nanodet,
  yolox,
  ultralyticsRtdetr,
  ultralyticsV8,
  ultralyticsV5,
  semanticMap,
  embeddingNetwork,
  classifier,
]

export interface Recognised extends Head {
  family: string
  /** The architecture that fits second best; null when no other fits. */
  secondBest: string | null
}

/** Subtracted from the fit of tables whose rows and columns are exchanged: only better evidence outweighs it. */
const TURNED = 0.15

/** Scores are at most 1, apart from the rounding of half precision. */
export const MAX_SCORE = 1.01

/** Every family in every arrangement of the outputs: the best fit decides. Null when none fits. */
export function recognise(model: TriedModel): Recognised | null {
  const [best, ...others] = candidatesOf(model).filter(({ topScore }) => topScore <= MAX_SCORE)
  if (!best) return null
  const second = others.find(({ head }) => head.architecture !== best.head.architecture)
  return { ...best.head, secondBest: second?.head.architecture ?? null }
}

/** The best fit among families that a trial refutes, by a confidence over 1; null when no family has that shape. */
export function refuted(model: TriedModel): { architecture: string; score: number } | null {
  const [best] = candidatesOf(model)
  return best && best.topScore > MAX_SCORE ? { architecture: best.head.architecture, score: best.topScore } : null
}

interface Candidate {
  head: Omit<Recognised, 'secondBest'>
  /** The highest confidence of a trial. */
  topScore: number
}

/** By falling fit; of equals, the first by arrangement and family. */
function candidatesOf(model: TriedModel): Candidate[] {
  const candidates = arrangementsOf(model.outputs).flatMap(({ outputs, arrange, isTurned }, order) => {
    const second = model.second && { ...model.second, outputs: arrange(model.second.outputs) }
    const arranged = order === 0 ? model : { ...model, outputs, second }
    return FAMILIES.flatMap((family): Candidate[] => {
      const known = family.recognise(arranged)
      if (!known) return []
      const { decode, shape, fit = 1 } = known
      const head: Candidate['head'] = {
        ...known,
        family: family.id,
        fit: isTurned ? fit - TURNED : fit,
        decode: (raw, options) => decode(arrange(raw), options),
      }
      if (shape) head.shape = (kept, raw) => shape(kept, arrange(raw))
      const topScore = Math.max(...[outputs, second?.outputs].map((trial) => (trial ? topScoreOf(known, trial) : 0)))
      return [{ head, topScore }]
    })
  })
  return candidates.sort((a, b) => (b.head.fit ?? 1) - (a.head.fit ?? 1))
}

function topScoreOf(head: Head, trial: readonly OutputTensor[]): number {
  const { scores, count } = head.decode(trial, { confidence: 0, classIds: null })
  return scores.subarray(0, count).reduce((top, score) => Math.max(top, score), 0)
}
