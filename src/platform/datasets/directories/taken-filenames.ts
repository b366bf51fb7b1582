import type { Transaction } from 'kysely'
import type { TakenNames } from '../../db/naming/free-filename.ts'
import type { Tables } from '../../db/tables.ts'

/** Names of one query. */
const NAMES_AT_ONCE = 500

/** Reads which file names the images of a directory have. */
export function takenFilenames(tx: Transaction<Tables>, datasetId: string, directory: string): TakenNames {
  return async (names) => {
    const taken = new Set<string>()
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
      const rows = await tx
        .selectFrom('images')
        .select('filename')
        .where('dataset_id', '=', datasetId)
        .where('directory_path', '=', directory)
        .where('filename', 'in', names.slice(from, from + NAMES_AT_ONCE))
        .execute()
      for (const { filename } of rows) taken.add(filename)
    }
    return taken
  }
}
