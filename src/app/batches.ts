/** The store of batches: one JSON file for each in a folder, so that a damaged one does not affect the others. */
import { basename, join } from 'node:path'
import { Value } from 'typebox/value'
import { Batch } from '../shared/domain/batch.ts'
import type { Revised } from '../shared/domain/revision.ts'
import { createJsonFiles, type RecordOptions, SUFFIX } from './json-files.ts'

export interface BatchStore {
  /** Newest first. A file that is not a batch, or is one of a later version, is left in place and not listed. */
  list(): Promise<Revised<Batch>[]>
  /**
   * Stores a batch, replacing the one with its id, and returns its revision.
   * @param revision that the batch is based on; null for a new one. A batch deleted in the meantime is not recreated.
   */
  save(batch: Batch, revision: string | null): Promise<string>
  /** Keeps the runs of the batch. */
  delete(id: string): Promise<void>
}

export function createBatches(folder: string, options: RecordOptions = {}): BatchStore {
  const files = createJsonFiles(Batch, {
    decode: (json, path) => (Value.Check(Batch, json) && `${json.id}${SUFFIX}` === basename(path) ? json : null),
    broken: 'leave',
    indent: 2,
    ...options,
  })
  const pathOf = (id: string) => join(folder, `${id}${SUFFIX}`)

  return {
    list: () =>
      files.inTurn(async (turn) => {
        const ids = await turn.ids(folder)
        const found: (Revised<Batch> | null)[] = []
        for (const id of ids) found.push(await turn.read(pathOf(id)).catch(() => null))
        return found.filter((b) => b !== null).sort((a, b) => b.value.created_at.localeCompare(a.value.created_at))
      }),
    save: (batch, revision) => files.write(pathOf(batch.id), batch, revision),
    delete: (id) => files.remove(pathOf(id)),
  }
}
