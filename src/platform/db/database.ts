/** Opens the database: libsql (SQLite) under Kysely, with migrations applied. */
import { type CompiledQuery, Kysely, Migrator, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { type Message, message } from '../../shared/messages/message.ts'
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

/** The reason why PostgreSQL cannot store a text that SQLite stores; null for another error. */
export function unstorableText(error: unknown): Message | null {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === '22021') return message('api.text_with_nul')
  return code === '54000' ? message('api.text_too_long_to_index') : null
}
