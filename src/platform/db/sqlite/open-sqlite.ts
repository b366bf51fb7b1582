/** Opens the database: libsql (SQLite) in threads of its own under Kysely, with migrations applied. */
import { Kysely } from 'kysely'
import { message } from '../../../shared/messages/message.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import type { Database } from '../database.ts'
import { makeDatabaseFile } from '../database-file.ts'
import { refuseDevelopmentFile } from '../development-data.ts'
import { withFirstChanges } from '../first-change.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/**
 * Opens or creates the database file and migrates it. Close it with `destroy()`. A read sees every write that was
 * awaited before it; outside of transactions, statements that are not awaited have no order.
 * @throws StartFailure when the file is no database of Sightline, is damaged, or was used by a newer or a development version
 */
export async function openDatabase(path: string): Promise<Database> {
  await refuseDevelopmentFile(path)
  const db: Database = new Kysely<Tables>({ dialect: withFirstChanges(sqliteDialect(makeDatabaseFile(path))) })
  try {
    await migrate(db, path)
    return db
  } catch (error) {
    await db.destroy()
    // A statement that fails has found other tables than those of Sightline.
    if (!(error instanceof Error && 'code' in error && /^SQLITE_(ERROR|NOTADB|CORRUPT.*)$/.test(String(error.code))))
      throw error
    throw new StartFailure(message('host.database_damaged', { place: path }), { cause: error })
  }
}
