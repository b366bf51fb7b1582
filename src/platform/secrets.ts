/** Secrets of this install, made when first needed and kept in its database. */
import { randomBytes } from 'node:crypto'
import type { Database } from './db/database.ts'

export async function installSecret(db: Database, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
