/**
 * Data of development versions, before the first release. Their tables have other migrations than those of a release, so
 * that such data is refused, before anything is written, instead of being migrated.
 */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Libsql from 'libsql'
import { hasBytes } from '../../disk/has-bytes.ts'
import { message } from '../../shared/messages/message.ts'
import type { DataFolders } from '../machine/data-folders.ts'
import { StartFailure } from '../machine/start-failure.ts'

/** The second migration of every development version; that of a release has another name. */
export const DEVELOPMENT_MIGRATION = '0002-model-licenses'

export class DevelopmentData extends StartFailure {
  override readonly name = 'DevelopmentData'

  constructor(place: string) {
    super(message('host.development_data', { place }))
  }
}

/**
 * @param database postgres://…; the file in the data folder when undefined
 * @throws DevelopmentData for data of a development version
 */
export async function refuseDevelopmentData(folders: DataFolders, database: string | undefined): Promise<void> {
  await refuseDevelopmentFile(folders.database)
  if (await hasDevelopmentFiles(folders.data)) throw new DevelopmentData(folders.data)
  if (database === undefined) return
  // The driver of PostgreSQL is loaded only then.
  const { requireUsable } = await import('./postgres/open-postgres.ts')
  await requireUsable(database).catch((error) => {
    // Opening the database reports any other failure, after those of the data folder.
    if (error instanceof DevelopmentData) throw error
  })
}

/**
 * Reads a file of SQLite without changing it or creating files beside it; a missing one is accepted.
 * @throws DevelopmentData for the database of a development version
 */
export async function refuseDevelopmentFile(path: string): Promise<void> {
  if (!(await hasBytes(path))) return
  const migrations = migrationsIn(path) ?? (await migrationsInLog(path))
  if (migrations?.includes(DEVELOPMENT_MIGRATION)) throw new DevelopmentData(path)
}

/** Null when the file has no list of migrations, or can't be read: opening it then reports why. */
function migrationsIn(path: string): string[] | null {
  try {
    // An immutable file is read without its lock and its write-ahead log, which SQLite would create.
    const db = new Libsql(`${pathToFileURL(path).href}?immutable=1`, { readonly: true })
    try {
      const rows = db.prepare('select name from kysely_migration').all() as { name: string }[]
      return rows.length === 0 ? null : rows.map(({ name }) => name)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** After a crash of its first process, a new database is still in its write-ahead log. */
async function migrationsInLog(path: string): Promise<string[] | null> {
  if (!(await hasBytes(`${path}-wal`))) return null
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'))
  try {
    const copy = join(folder, 'copy.db')
    await copyFile(path, copy)
    await copyFile(`${path}-wal`, `${copy}-wal`)
    const db = new Libsql(copy)
    db.exec('pragma wal_checkpoint')
    db.close()
    return migrationsIn(copy)
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores of development versions that no release has: a folder of a user with one of these names holds other files. */
const FORMER_STORES = [
  { name: 'images', file: /^[0-9a-f]{64}$/ },
  { name: 'uploads', file: /^[0-9a-f]{8}-[0-9a-f-]{27}(\.[a-z0-9]{1,10})?$/ },
] as const

async function hasDevelopmentFiles(dataDir: string): Promise<boolean> {
  for (const { name, file } of FORMER_STORES) {
    const store = join(dataDir, name)
    for (const part of await namesIn(store)) {
      if (/^[0-9a-f]{2}$/.test(part) && (await namesIn(join(store, part))).some((found) => file.test(found)))
        return true
    }
  }
  return false
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
