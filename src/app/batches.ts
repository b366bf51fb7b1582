/** The store of batches: one JSON file for each in a folder, so that a damaged one does not affect the others. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { Batch } from '../shared/bridge/batch.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'

export interface BatchStore {
  /** Newest first. A file that is not a batch, or is one of a later version, is left in place and not listed. */
  list(): Promise<Batch[]>
  /** Stores a batch, replacing the one with its id. */
  save(batch: Batch): Promise<void>
  /** Keeps the runs of the batch. */
  delete(id: string): Promise<void>
}

const SUFFIX = '.json'

export function createBatches(folder: string): BatchStore {
  const pathOf = (id: string) => join(folder, `${id}${SUFFIX}`)

  async function read(name: string): Promise<Batch | null> {
    try {
      const raw: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
      return Value.Check(Batch, raw) && `${raw.id}${SUFFIX}` === name ? raw : null
    } catch {
      return null
    }
  }

  return {
    async list() {
      const names = await readdir(folder).catch((error) => {
        if (errnoOf(error) === 'ENOENT') return []
        throw fileTrouble('read', folder, error)
      })
      // The names of temporary files begin with a dot.
      const found = await Promise.all(names.filter((n) => n.endsWith(SUFFIX) && !n.startsWith('.')).map(read))
      return found.filter((b) => b !== null).sort((a, b) => b.created_at.localeCompare(a.created_at))
    },
    async save(batch) {
      await writeFileAtomic(pathOf(batch.id), `${JSON.stringify(batch, null, 2)}\n`).catch((error) => {
        throw fileTrouble('write', pathOf(batch.id), error)
      })
    },
    async delete(id) {
      await rm(pathOf(id), { force: true }).catch((error) => {
        throw fileTrouble('write', pathOf(id), error)
      })
    },
  }
}
