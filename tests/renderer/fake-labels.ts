/** A fake host for labels of runs, with revisions like the real one. */
import { HostError } from '../../src/renderer/base/host/host-context.ts'
import type { Revised } from '../../src/shared/domain/revision.ts'
import { isUnlabelled, type RunLabels } from '../../src/shared/domain/run-labels.ts'

export type KeptLabels = Revised<RunLabels>[]

export const someLabels = (run_id: string, part: Partial<RunLabels>): Revised<RunLabels> => ({
  value: { run_id, name: null, tags: [], note: null, ...part },
  revision: '0'.repeat(16),
})

export function fakeLabels(state: { labels: KeptLabels }) {
  let made = 0
  return {
    listRunLabels: async () => structuredClone(state.labels),
    async setRunLabels({ value, revision }: { value: RunLabels; revision: string | null }) {
      const kept = state.labels.find((l) => l.value.run_id === value.run_id)
      if ((kept?.revision ?? null) !== revision)
        throw new HostError({ code: 'stale_revision', message: 'This was changed.', details: [] })
      const rest = state.labels.filter((l) => l !== kept)
      const next = isUnlabelled(value) ? null : (++made).toString(16).padStart(16, '0')
      state.labels = next === null ? rest : [...rest, { value: structuredClone(value), revision: next }]
      return { revision: next }
    },
  }
}
