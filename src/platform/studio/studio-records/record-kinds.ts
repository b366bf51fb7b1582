/** The rules of batches, ground truth and labels of runs. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Batch } from '../../../shared/domain/batch.ts'
import { isUnlabelled, type RunLabels } from '../../../shared/domain/run-labels.ts'
import type { Truth } from '../../../shared/domain/truth.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { saidOf } from '../../../shared/messages/said.ts'
import type { RecordKind } from './records.ts'

const invalid = (field: string, problem: Message): ApiError => {
  const problems = message('invalid.at', { field, problem })
  return new ApiError('invalid_field', message('invalid.body', { problems }), [{ field, ...saidOf(problem) }])
}

export const BATCHES: RecordKind<Batch> = {
  table: 'studio_batches',
  subjectOf: ({ id }) => id,
  otherSubject: () => invalid('/value/id', message('record.other_batch')),
}

export const TRUTHS: RecordKind<Truth> = {
  table: 'studio_truths',
  subjectOf: ({ media }) => media.sha256,
  otherSubject: () => invalid('/value/media/sha256', message('record.other_video')),
}

export const RUN_LABELS: RecordKind<RunLabels> = {
  table: 'studio_run_labels',
  subjectOf: ({ run_id }) => run_id,
  otherSubject: () => invalid('/value/run_id', message('record.other_run')),
  check(labels) {
    if (isUnlabelled(labels)) throw new ApiError('invalid_field', message('record.no_labels'))
  },
  async checkNew(tx, { organizationId }, { run_id }) {
    const run = tx.selectFrom('workflow_runs').select('id').where('id', '=', run_id)
    const found = await run.where('organization_id', '=', organizationId).executeTakeFirst()
    if (!found) throw new ApiError('not_found', message('run.missing'))
  },
}
