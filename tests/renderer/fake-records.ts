/** Records of the Studio on a fake platform, with revisions and owners like those of the real one. */
import { HostError } from '../../src/renderer/base/host/host-context.ts'
import type { Owned, RecordChange, StudioRecord } from '../../src/renderer/base/records/record-calls.ts'
import type { Revised } from '../../src/shared/domain/revision.ts'
import type { Input } from './fake-api.ts'

/** Owners by subject, such as the id of a batch; records without an entry are private ones of the caller. */
export type Owners = Record<string, Omit<Owned, 'id'>>

/** A record that Ana shares with the organization. */
export const SHARED_BY_ANA: Owners[string] = { owner_name: 'Ana Costa', is_own: false, visibility: 'organization' }

export interface RecordMemory<V> {
  group: 'studioBatches' | 'studioTruths' | 'studioRunLabels'
  read(): readonly Revised<V>[]
  write(all: Revised<V>[]): void
  subjectOf(value: V): string
  owners: Owners
}

const MINE: Owners[string] = { owner_name: null, is_own: true, visibility: 'me' }
const revisionOf = (value: unknown): string => JSON.stringify(value)
const failure = (code: string, message: string) => new HostError({ code, message, details: [] })

/** The answers of one group of endpoints. New records come first. */
export function recordAnswers<V>(memory: RecordMemory<V>): Record<string, (input: Input) => unknown> {
  const { group, subjectOf } = memory
  const shown = (kept: Revised<V>): StudioRecord<V> => {
    const subject = subjectOf(kept.value)
    return { id: `record-${subject}`, ...MINE, ...memory.owners[subject], ...kept }
  }
  const find = (id: string | undefined): Revised<V> => {
    const found = memory.read().find((kept) => shown(kept).id === id)
    if (!found) throw failure('not_found', 'There is no such record.')
    return found
  }
  const requireRevision = ({ revision }: Revised<V>, { ifMatch }: Input) => {
    if (ifMatch !== undefined && ifMatch !== revision) throw failure('stale_revision', 'Changed in another window.')
  }

  return {
    [`${group}.list`]: () => ({ data: memory.read().map(shown), pagination: { has_more: false } }),
    [`${group}.create`]({ body }) {
      const value = body as V
      const known = memory.read().find((kept) => subjectOf(kept.value) === subjectOf(value))
      if (known && revisionOf(known.value) !== revisionOf(value))
        throw failure('stale_revision', 'Changed in another window.')
      const kept = known ?? { value: structuredClone(value), revision: revisionOf(value) }
      if (!known) memory.write([kept, ...memory.read()])
      return shown(kept)
    },
    [`${group}.update`](input) {
      const { value, visibility } = input.body as RecordChange<V>
      const before = find(input.params.record_id)
      const subject = subjectOf(before.value)
      if (visibility) memory.owners[subject] = { ...MINE, ...memory.owners[subject], visibility }
      if (value === undefined || revisionOf(value) === revisionOf(before.value)) return shown(before)
      requireRevision(before, input)
      const after = { value: structuredClone(value), revision: revisionOf(value) }
      memory.write(memory.read().map((kept) => (kept === before ? after : kept)))
      return shown(after)
    },
    [`${group}.delete`](input) {
      const before = find(input.params.record_id)
      requireRevision(before, input)
      memory.write(memory.read().filter((kept) => kept !== before))
    },
  }
}

/** A host that answers these calls and no others. `answer` may be replaced. */
export function hostOf(answers: Record<string, (input: Input) => unknown>) {
  const host = {
    studio: {},
    answer: (endpoint: string, input: Input): unknown => answers[endpoint]?.(input),
    api: async (endpoint: string, input: Input) => structuredClone(host.answer(endpoint, input)),
  }
  return host
}
