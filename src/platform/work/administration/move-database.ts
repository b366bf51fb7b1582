/** Moves the data of a server from its file of SQLite to PostgreSQL, or back. The files in the data folder or the store stay. */
import { rename, rm } from 'node:fs/promises'
import { hasBytes } from '../../../disk/has-bytes.ts'
import { copyRows } from '../../db/copy-rows.ts'
import { lockDataDir } from '../../db/data-dir-lock.ts'
import type { Database } from '../../db/database.ts'
import { refuseDevelopmentData } from '../../db/development-data.ts'
import { openDatabase } from '../../db/sqlite/open-sqlite.ts'
import { hasInstallation } from '../../files/blobs/bind-store.ts'
import { dataFolders } from '../../machine/data-folders.ts'
import { logToStderr } from '../../machine/log.ts'
import { AdministrationFailure } from './administration.ts'

export interface DatabaseMove {
  /** Absolute. */
  dataDir: string
  /** postgres://… */
  database: string
  /** From the file in the data folder to PostgreSQL, or the other way round. */
  direction: 'to-postgres' | 'to-file'
}

export interface MovedDatabase {
  rows: number
  /** Where the file of SQLite is kept after a move to PostgreSQL; null after the other one, which leaves PostgreSQL as it was. */
  kept: string | null
}

/**
 * Nothing has changed when it fails.
 * @throws AdministrationFailure when there is nothing to move, or the other database has data already; StartFailure for a database
 * or a data folder that can't be used, or is in use
 */
export async function moveDatabase({ dataDir, database, direction }: DatabaseMove): Promise<MovedDatabase> {
  const folders = dataFolders(dataDir)
  const { database: file } = folders
  const isThere = await hasBytes(file)
  if (direction === 'to-postgres' && !isThere) {
    throw new AdministrationFailure(`There is no database ${file} to move. Name its folder with --data.`)
  }
  if (direction === 'to-file' && isThere) {
    throw new AdministrationFailure(`${file} is there already. Move it away first: its data would be lost.`)
  }
  await refuseDevelopmentData(folders, database)
  const lock = await lockDataDir(dataDir)
  try {
    // The driver of PostgreSQL is loaded only then.
    const { openPostgres } = await import('../../db/postgres/open-postgres.ts')
    const postgres = await openPostgres(database, logToStderr, 'alone')
    try {
      return await (direction === 'to-postgres' ? toPostgres(file, postgres.db) : toFile(file, postgres.db))
    } finally {
      await postgres.db.destroy()
      await postgres.release()
    }
  } finally {
    lock.release()
  }
}

async function toPostgres(file: string, to: Database): Promise<MovedDatabase> {
  if (await hasInstallation(to)) throw new AdministrationFailure('The database has data already. Name an empty one.')
  const from = await openDatabase(file)
  const rows = await copied(from, to, from).finally(() => from.destroy())
  const kept = `${file}.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  // A start without --database would go on with the old data.
  await rename(file, kept)
  return { rows, kept }
}

async function toFile(file: string, from: Database): Promise<MovedDatabase> {
  if (!(await hasInstallation(from))) {
    throw new AdministrationFailure('The database has no data to move: no server has been started on it.')
  }
  const part = `${file}.part`
  await removeDatabase(part)
  try {
    const to = await openDatabase(part)
    const rows = await copied(from, to, to).finally(() => to.destroy())
    await rename(part, file)
    return { rows, kept: null }
  } finally {
    await removeDatabase(part)
  }
}

async function copied(from: Database, to: Database, sqlite: Database): Promise<number> {
  try {
    return await copyRows({ from, to, sqlite })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AdministrationFailure(`The data could not be moved, and nothing was changed: ${reason}`, { cause: error })
  }
}

const removeDatabase = async (file: string): Promise<void> => {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${file}${end}`, { force: true })
}
