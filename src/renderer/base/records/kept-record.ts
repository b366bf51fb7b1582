/** The record of one subject, as the base of a shared value: the first write creates it, later ones change it. */
import type { Visibility } from '../../../shared/api/studio-records.ts'
import { HostError } from '../host/host-context.ts'
import type { RecordCalls, StudioRecord } from './record-calls.ts'

export interface KeptRecord<V> {
  /** The record as it was last read or written; null before the first one is stored. */
  current(): StudioRecord<V> | null
  read(): Promise<StudioRecord<V> | null>
  /** Returns the new revision. Rejects with `stale_revision` if the record was changed, deleted or created meanwhile. */
  write(value: V, revision: string | null): Promise<string>
  /** Deletes the record, if it is still there. Rejects with `stale_revision` if it was changed. */
  remove(revision?: string): Promise<void>
  /** Shares the record with the organization, or makes it private, without regard to its value. */
  share(visibility: Visibility): Promise<void>
}

/** @param find returns the record of the subject among all */
export function keepRecord<V>(
  calls: RecordCalls<V>,
  initial: StudioRecord<V> | null,
  find: (all: readonly StudioRecord<V>[]) => StudioRecord<V> | undefined,
): KeptRecord<V> {
  let record = initial

  /** A deleted record counts as changed: the next read finds out that it is gone. */
  const changed = (error: unknown): never => {
    if (!isGone(error)) throw error
    throw new HostError({ code: 'stale_revision', message: error.message, details: [] })
  }

  return {
    current: () => record,
    async read() {
      record = find(await calls.list()) ?? null
      return record
    },
    async write(value, revision) {
      record =
        record && revision !== null
          ? await calls.update(record.id, { value }, revision).catch(changed)
          : await calls.create(value)
      return record.revision
    },
    async remove(revision) {
      // The record stays known: a write that was already under way is one of a deleted record, and creates no other.
      const id = record?.id
      if (id !== undefined) await deleteIfThere(() => calls.delete(id, revision))
    },
    async share(visibility) {
      if (record) record = await calls.update(record.id, { visibility })
    },
  }
}

/** Deletes a record. A deletion that is repeated because its reply was lost finds none, like one in another window. */
export async function deleteIfThere(remove: () => Promise<void>): Promise<void> {
  await remove().catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

const isGone = (error: unknown): error is HostError => error instanceof HostError && error.code === 'not_found'
