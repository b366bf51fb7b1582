/** Detects doubtful counts of a run: most of a model's detections barely reached its threshold. */
import { type Static, Type } from 'typebox'

export const Doubt = Type.Object(
  {
    near: Type.Integer({ minimum: 0, description: 'Detections whose score is near the threshold' }),
    threshold: Type.Number({ minimum: 0, maximum: 1, description: 'The confidence that the block asks for' }),
  },
  { description: 'Most scores are near the threshold: counts that rest on this block are doubtful' },
)
export type Doubt = Static<typeof Doubt>

/**
 * Scores in the lowest quarter of the passing range are near. A model that suits its images gives most objects more.
 */
const NEAR = 0.25
/** Fewer detections than this are too few to judge a model. */
const MIN_DETECTIONS = 20

export const isNear = (score: number, threshold: number): boolean => score < threshold + NEAR * (1 - threshold)

/** `near` of the `detections` are near the threshold; returns null when that is no reason for doubt. */
export function doubtOf(near: number, detections: number, threshold: number): Doubt | null {
  return detections >= MIN_DETECTIONS && near > detections / 2 ? { near, threshold } : null
}

/**
 * The blocks of a run with doubtful figures; `share` of their detections is near the threshold. A block that found next
 * to nothing is reported as that alone.
 */
export function doubtsOf(
  nodes: Readonly<Record<string, { detections: number; doubt?: Doubt; little_found?: object }>>,
): { nodeId: string; share: number; threshold: number }[] {
  return Object.entries(nodes).flatMap(([nodeId, { detections, doubt, little_found }]) =>
    doubt && !little_found ? [{ nodeId, share: doubt.near / detections, threshold: doubt.threshold }] : [],
  )
}
