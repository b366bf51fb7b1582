/** Opens the database: libsql (SQLite) under Kysely, with migrations applied. */
import { Kysely, Migrator, type SqliteDatabase, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { makeDatabaseFile } from './database-file.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/**
 * Opens or creates the database file and migrates it. Close it with `destroy()`.
 * @throws when the file is no database, or was made by a newer version of the app.
 */
export async function openDatabase(path: string): Promise<Database> {
  const sqlite = new Libsql(makeDatabaseFile(path))
  sqlite.exec('PRAGMA journal_mode = WAL')
  sqlite.exec('PRAGMA synchronous = NORMAL')
  sqlite.exec('PRAGMA foreign_keys = ON')
  sqlite.exec('PRAGMA busy_timeout = 5000')
  const db: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKysely(sqlite) }) })
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } }).migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/** On a full disk SQLite ends a transaction by itself; rolling it back again would hide that failure. */
const isOver = (sqlite: InstanceType<typeof Libsql>, sql: string) => sql === 'rollback' && !sqlite.inTransaction

/**
 * libsql has better-sqlite3's interface except for `.get()`, which adds a column of its own: only `.all()` is passed
 * on.
 */
function asKysely(sqlite: InstanceType<typeof Libsql>): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = sqlite.prepare(sql)
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        run: (parameters) => (isOver(sqlite, sql) ? NOTHING_DONE : statement.run(parameters)),
        iterate: (parameters) => statement.iterate(parameters) as IterableIterator<unknown>,
      }
    },
  }
}

/** True for the error of a UNIQUE constraint, in SQLite and in PostgreSQL. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505'
}
