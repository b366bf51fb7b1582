/** The charges of evaluations: one holds the price of its images, and pays for those that were evaluated. */
import type { ChargedWork, Charges } from '../../accounts/credits/credits.ts'
import type { Tx } from '../../accounts/credits/ledger.ts'
import type { ModelEvaluationRow } from '../../db/schema/evaluations.ts'

type Evaluation = Pick<ModelEvaluationRow, 'id' | 'organization_id'>

export interface EvaluationCharges {
  /** @throws ApiError insufficient_credits */
  hold(tx: Tx, evaluation: Evaluation & Pick<ModelEvaluationRow, 'total_images'>): Promise<void>
  /** A failed evaluation costs nothing; a cancelled one pays for the images that it evaluated. */
  settle(tx: Tx, evaluation: Evaluation & Pick<ModelEvaluationRow, 'status' | 'evaluated_images'>): Promise<void>
}

const workOf = ({ id, organization_id }: Evaluation): ChargedWork => ({
  organizationId: organization_id,
  key: `evaluation:${id}`,
})

export const createEvaluationCharges = (charges: Charges): EvaluationCharges => ({
  hold: (tx, evaluation) =>
    charges.hold(tx, workOf(evaluation), 'model_evaluation', { images: evaluation.total_images }),
  async settle(tx, evaluation) {
    const images = evaluation.evaluated_images
    if (evaluation.status === 'failed' || images === 0) return charges.release(tx, workOf(evaluation))
    await charges.charge(tx, workOf(evaluation), 'model_evaluation', { images })
  },
})
