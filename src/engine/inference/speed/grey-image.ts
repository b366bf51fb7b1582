/** The image on which models are timed. */
import type { Found } from '../candidates.ts'
import type { DetectorSession } from '../detector-session.ts'

const OPTIONS = { confidence: 0.25, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }

/** Runs a model on a grey image. */
export function inferGrey({ infer, inspection: { input } }: DetectorSession): Promise<Found> {
  return infer(new Float32Array(3 * input.width * input.height).fill(0.5), OPTIONS)
}
