/**
 * A transaction that locks each row before it relies on it. On PostgreSQL it is read committed: it waits for other transactions, or
 * skips rows that they hold, where a serializable one would be repeated.
 */
import type { Transaction } from 'kysely'
import { isPostgres } from './clock.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

export const lockingTransaction = <T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  (isPostgres(db) ? db.transaction().setIsolationLevel('read committed') : db.transaction()).execute(work)
