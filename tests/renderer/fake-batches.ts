/** Batches on a fake platform. */
import type { Batch } from '../../src/shared/domain/batch.ts'
import { type Owners, recordAnswers } from './fake-records.ts'

/** A batch that a test puts into the state is a revision of its own. */
export const batchAnswers = (state: { batches: Batch[]; owners: Owners }) =>
  recordAnswers<Batch>({
    group: 'studioBatches',
    read: () => state.batches.map((value) => known(value)),
    write: (all) => {
      state.batches = all.map(({ value }) => value)
    },
    subjectOf: ({ id }) => id,
    owners: state.owners,
  })

const revisions = new WeakMap<Batch, { value: Batch; revision: string }>()

/** The same object for the same batch, since a record is found by it. */
function known(value: Batch): { value: Batch; revision: string } {
  const kept = revisions.get(value) ?? { value, revision: JSON.stringify(value) }
  revisions.set(value, kept)
  return kept
}
