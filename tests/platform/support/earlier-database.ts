/** The database of an earlier version, with the migrations up to and including the named one. */
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { MIGRATIONS } from '../../../src/platform/db/migrations.ts'
import { preparedStatements } from '../../../src/platform/db/statements.ts'

/** Rows of any table, since tables of an earlier version have other columns. */
export type EarlierDatabase = Kysely<Record<string, Record<string, unknown>>>

/** Close it with `destroy()`. */
export async function earlierDatabase(path: string, migration: string): Promise<EarlierDatabase> {
  const db: EarlierDatabase = new Kysely({
    dialect: new SqliteDialect({ database: preparedStatements(new Libsql(path)) }),
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateTo(migration)
  if (error) throw error
  return db
}
