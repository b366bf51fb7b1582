/** The end of an evaluation, with its charge and its event. */
import type { Said } from '../../../shared/messages/message.ts'
import type { RecordEnd, RecordKind } from '../../work/jobs/job-record.ts'
import type { EvaluationCharges } from './evaluation-charges.ts'
import { configOf } from './evaluation-config.ts'
import type { EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'

export const evaluationRecords = (
  repository: Pick<EvaluationRepository, 'end'>,
  charges: EvaluationCharges,
): RecordKind<ListedEvaluation> => ({
  store: (tx, id, end) => repository.end(tx, id, end, reasonOf(end)),
  settle: charges.settle,
  eventOf({ id, model_id, evaluated_images, failed_images, config }, end) {
    const payload = {
      evaluation_id: id,
      model_id,
      model_name: configOf({ config }).model_name,
      evaluated_images,
      failed_images,
      error: reasonOf(end),
    }
    return { type: end.status === 'completed' ? 'model_evaluation.completed' : 'model_evaluation.failed', payload }
  },
})

/** A completed evaluation has a sentence about images that failed. */
const reasonOf = ({ error, result }: RecordEnd): Said | null =>
  error ?? (result as { warning: Said | null } | undefined)?.warning ?? null
