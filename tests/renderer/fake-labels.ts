/** Labels of runs on a fake platform. */
import type { Revised } from '../../src/shared/domain/revision.ts'
import type { RunLabels } from '../../src/shared/domain/run-labels.ts'
import { type Owners, recordAnswers } from './fake-records.ts'

export type KeptLabels = Revised<RunLabels>[]

export const someLabels = (run_id: string, part: Partial<RunLabels>): Revised<RunLabels> => ({
  value: { run_id, name: null, tags: [], note: null, ...part },
  revision: '0'.repeat(16),
})

export const labelAnswers = (state: { labels: KeptLabels; owners: Owners }) =>
  recordAnswers<RunLabels>({
    group: 'studioRunLabels',
    read: () => state.labels,
    write: (all) => {
      state.labels = all
    },
    subjectOf: ({ run_id }) => run_id,
    owners: state.owners,
  })
