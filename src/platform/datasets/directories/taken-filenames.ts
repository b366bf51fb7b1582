import type { Transaction } from 'kysely'
import { batchesOf } from '../../../shared/domain/batches.ts'
import type { TakenNames } from '../../db/naming/free-filename.ts'
import type { Tables } from '../../db/tables.ts'

/** Names of one query. */
const NAMES_AT_ONCE = 500

/** Reads which file names the images of a directory have. */
export function takenFilenames(tx: Transaction<Tables>, datasetId: string, directory: string): TakenNames {
  return async (names) => {
    const taken = new Set<string>()
    for (const some of batchesOf(names, NAMES_AT_ONCE)) {
      const rows = await tx
        .selectFrom('images')
        .select('filename')
        .where('dataset_id', '=', datasetId)
        .where('directory_path', '=', directory)
        .where('filename', 'in', some)
        .execute()
      for (const { filename } of rows) taken.add(filename)
    }
    return taken
  }
}
