/** Brings a database to the tables of this version. */
import { type Kysely, Migrator, sql } from 'kysely'
import { message } from '../../shared/messages/message.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Tables } from './tables.ts'

/** @throws StartFailure for a database of a newer version, or whose list of migrations is damaged; `place` names it */
export async function migrate(db: Kysely<Tables>, place: string): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } }).migrateToLatest()
  if (!error) return
  if (!(error instanceof Error && error.message.startsWith('corrupted migrations'))) throw error
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const newest = Object.keys(MIGRATIONS).at(-1) ?? ''
  const code = rows.some(({ name }) => name > newest) ? 'host.database_newer' : 'host.database_damaged'
  throw new StartFailure(message(code, { place }), { cause: error })
}
