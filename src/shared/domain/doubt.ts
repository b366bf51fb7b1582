/** When the counts of a run are doubtful: most of what a model found barely reached its threshold. */
import { type Static, Type } from 'typebox'

export const Doubt = Type.Object(
  {
    near: Type.Integer({ minimum: 0, description: 'Detections whose score is near the threshold' }),
    threshold: Type.Number({ minimum: 0, maximum: 1, description: 'The confidence that the block asks for' }),
  },
  { description: 'Most scores are near the threshold: counts that rest on this block are doubtful' },
)
export type Doubt = Static<typeof Doubt>

/** Scores in the lowest quarter of those that pass are near. A model that suits its pictures gives most objects more. */
const NEAR = 0.25
/** Fewer detections than this say nothing about a model. */
const LEAST = 20

export const isNear = (score: number, threshold: number): boolean => score < threshold + NEAR * (1 - threshold)

/** Of `detections`, `near` are near the threshold; null where that is no reason to doubt. */
export function doubtOf(near: number, detections: number, threshold: number): Doubt | null {
  return detections >= LEAST && near > detections / 2 ? { near, threshold } : null
}

/** The blocks of a run whose figures are doubtful; `share` of their detections is near. */
export function doubtsOf(
  nodes: Readonly<Record<string, { detections: number; doubt?: Doubt }>>,
): { nodeId: string; share: number; threshold: number }[] {
  return Object.entries(nodes).flatMap(([nodeId, { detections, doubt }]) =>
    doubt ? [{ nodeId, share: doubt.near / detections, threshold: doubt.threshold }] : [],
  )
}
