/** The database of an earlier version, with the migrations up to and including the named one. */
import { Kysely, Migrator } from 'kysely'
import { MIGRATIONS } from '../../../src/platform/db/migrations.ts'
import { sqliteDialect } from '../../../src/platform/db/sqlite/sqlite-dialect.ts'

/** Rows of any table, since tables of an earlier version have other columns. */
export type EarlierDatabase = Kysely<Record<string, Record<string, unknown>>>

/** Close it with `destroy()`. */
export async function earlierDatabase(path: string, migration: string): Promise<EarlierDatabase> {
  const db: EarlierDatabase = new Kysely({ dialect: sqliteDialect(path) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateTo(migration)
  if (error) throw error
  return db
}
