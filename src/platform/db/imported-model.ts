/** Finds a model in a data folder without starting a platform: for runs of the command line that name it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import type { ModelFile } from '../../shared/engine-contract/job.ts'
import { createBlobStore } from '../blobs/blob-store.ts'
import { fromJsonOrNull } from './json.ts'

interface Row {
  name: string
  file_sha256: string
  class_mapping: string | null
}

const FIND = `SELECT name, file_sha256, class_mapping FROM models
  WHERE (id = lower(?) OR name = ?) AND status = 'ready' ORDER BY id = lower(?) DESC, id LIMIT 1`

/** Finds it by id or name; can read while an app uses the folder. Null when the folder has no such model. */
export function importedModel(dataDir: string, nameOrId: string): ModelFile | null {
  const database = join(dataDir, 'sightline.db')
  if (!existsSync(database)) return null
  const db = new Libsql(database, { readonly: true })
  try {
    const [row] = db.prepare(FIND).all([nameOrId, nameOrId, nameOrId]) as Row[]
    if (!row) return null
    const path = createBlobStore(join(dataDir, 'blobs'), dataDir).pathOf(row.file_sha256)
    const classes = Object.values(fromJsonOrNull<Record<string, string>>(row.class_mapping) ?? {})
    return existsSync(path) ? { path, name: row.name, sha256: row.file_sha256, classes } : null
  } finally {
    db.close()
  }
}
