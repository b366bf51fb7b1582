/** Reads the database at one point in time, while others continue to write. */
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * All reads of `work` see the rows of the same moment. Nobody waits for it, but SQLite cannot shorten its log meanwhile: it
 * must end soon. Only selects.
 */
export const readSnapshot = <T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
