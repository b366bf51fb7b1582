/** Finds a model in a data folder without starting a platform: for runs of the command line that name it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Conversion } from '../../shared/domain/conversion.ts'
import type { ModelFile } from '../../shared/engine-contract/job.ts'
import { fromJsonOrNull } from '../db/database.ts'
import { refuseDevelopmentFile } from '../db/development-data.ts'
import { readOnlyRows } from '../db/read-only-rows.ts'
import { blobPath } from '../files/blobs/folder-blobs.ts'

interface Row {
  name: string
  file_sha256: string
  class_mapping: string | null
  conversion: string | null
}

const FIND = `SELECT name, file_sha256, class_mapping, conversion FROM models
  WHERE (id = lower(?) OR name = ?) AND status = 'ready' ORDER BY id = lower(?) DESC, id LIMIT 1`

/**
 * Finds it by id or name; can read while an app uses the folder. Null when the folder has no such model.
 * @throws StartFailure for the database of a development version
 */
export async function importedModel(dataDir: string, nameOrId: string): Promise<ModelFile | null> {
  const database = join(dataDir, 'sightline.db')
  if (!existsSync(database)) return null
  await refuseDevelopmentFile(database)
  const [row] = readOnlyRows<Row>(database, FIND, [nameOrId, nameOrId, nameOrId])
  if (!row) return null
  const path = blobPath(join(dataDir, 'blobs'), row.file_sha256)
  const classes = Object.values(fromJsonOrNull<Record<string, string>>(row.class_mapping) ?? {})
  const conversion = fromJsonOrNull<Conversion>(row.conversion)
  return existsSync(path) ? { path, name: row.name, sha256: row.file_sha256, classes, conversion } : null
}
