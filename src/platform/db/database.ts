/** Opens the database: libsql (SQLite) under Kysely, with migrations applied. */
import { type CompiledQuery, Kysely, Migrator, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { makeDatabaseFile } from './database-file.ts'
import { MIGRATIONS } from './migrations.ts'
import { type PreparedStatements, preparedStatements } from './statements.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

const readers = new WeakMap<Database, PreparedStatements['readNow']>()

/** Rows of a compiled query that only reads. */
export async function readRows<Row>(db: Database, query: CompiledQuery<Row>): Promise<Row[]> {
  const rows = readers.get(db)?.(query.sql, query.parameters)
  return rows ? (rows as Row[]) : (await db.executeQuery(query)).rows
}

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
  const statements = preparedStatements(sqlite)
  const db: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: statements }) })
  readers.set(db, statements.readNow)
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } }).migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}

/** True for the error of a UNIQUE constraint, in SQLite and in PostgreSQL. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505'
}

/** True for the error of PostgreSQL for a text with the character U+0000, which SQLite stores. */
export const isNulInText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '22021'
