/** The end of an evaluation, with its charge and its event. */
import type { Said } from '../../../shared/messages/message.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { JobEnd, Tx } from '../../work/jobs/job.ts'
import type { EvaluationCharges } from './evaluation-charges.ts'
import { configOf } from './evaluation-config.ts'
import type { EndStatus, EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'

export interface EvaluationEndOptions {
  repository: Pick<EvaluationRepository, 'end'>
  charges: EvaluationCharges
  events: Pick<Events, 'append'>
  now: () => Date
}

const STATUS: Record<JobEnd['state'], EndStatus> = {
  done: 'completed',
  failed: 'failed',
  parked: 'failed',
  cancelled: 'cancelled',
}

/** Must be last in its transaction, as `events.append` must. Null when the evaluation has ended before. */
export async function storeEnd(
  tx: Tx,
  { repository, charges, events, now }: EvaluationEndOptions,
  job: Pick<JobRow, 'id'>,
  end: JobEnd,
): Promise<ListedEvaluation | null> {
  const status = STATUS[end.state]
  const evaluation = await repository.end(tx, job.id, status, reasonOf(end), now().toISOString())
  if (!evaluation) return null
  await charges.settle(tx, evaluation)
  if (status === 'cancelled') return evaluation
  const { id, model_id, evaluated_images, failed_images, error } = evaluation
  await events.append(tx, evaluation.organization_id, [
    {
      type: status === 'completed' ? 'model_evaluation.completed' : 'model_evaluation.failed',
      payload: {
        evaluation_id: id,
        model_id,
        model_name: configOf(evaluation).model_name,
        evaluated_images,
        failed_images,
        error: error === null ? null : reasonOf(end),
      },
    },
  ])
  return evaluation
}

/** Of a completed evaluation: a sentence about images that failed. */
function reasonOf(end: JobEnd): Said | null {
  if ('error' in end) return end.error
  return end.state === 'done' ? ((end.result as { warning: Said | null }).warning ?? null) : null
}
