/** Asks the database for a reply. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const PATIENCE_MS = 2000

/** Returns false if the database does not reply within two seconds, or replies with an error. */
export function responds(db: Database): Promise<boolean> {
  const replied = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([replied, sleep(PATIENCE_MS, false, { ref: false })])
}
