/** The key of a new installation, with the role owner. It belongs to nobody, and ends unless it is used within a day. */
import type { Database } from '../../db/database.ts'
import { hashOf } from './key-secret.ts'
import { endOf, type Keys } from './keys.ts'

export const FIRST_KEY_NAME = 'First owner key'
const UNUSED_FOR_MS = 24 * 60 * 60_000

export interface FirstKey {
  /** The secret of a new key; null while an unused one is valid, also of another server, once one was used, and once there is a user. */
  create(organizationId: string): Promise<string | null>
  /** True while the key is valid and has not been used. */
  isUnused(secret: string): Promise<boolean>
}

export interface FirstKeyOptions {
  db: Database
  keys: Keys
  now: () => Date
}

export function createFirstKey({ db, keys, now }: FirstKeyOptions): FirstKey {
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now().getTime()
  /** A key that somebody gave the same name stays without a use. */
  const first = (tx: Database, organizationId: string) =>
    tx
      .selectFrom('api_keys')
      .where('organization_id', '=', organizationId)
      .where('name', '=', FIRST_KEY_NAME)
      .where('unused_until', 'is not', null)

  return {
    async create(organizationId) {
      const unusedUntil = new Date(now().getTime() + UNUSED_FOR_MS).toISOString()
      const fields = { organizationId, name: FIRST_KEY_NAME, role: 'owner', expiresAt: null, unusedUntil } as const
      const { secret, row } = await keys.prepare(fields)
      const isMade = await db.transaction().execute(async (tx) => {
        // The write with which a transaction of SQLite begins; another server waits for it.
        await tx.updateTable('installation').set({ id: 1 }).where('id', '=', 1).execute()
        if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
        const made = await first(tx, organizationId)
          .select(['id', 'last_used_at', 'unused_until', 'expires_at'])
          .execute()
        if (made.some((key) => key.last_used_at !== null || !isOver(endOf(key)))) return false
        for (const { id } of made) await tx.deleteFrom('api_keys').where('id', '=', id).execute()
        await keys.store(tx, row)
        return true
      })
      keys.changed()
      return isMade ? secret : null
    },
    async isUnused(secret) {
      const key = await db
        .selectFrom('api_keys')
        .select(['last_used_at', 'unused_until', 'expires_at'])
        .where('key_hash', '=', hashOf(secret))
        .executeTakeFirst()
      return key !== undefined && key.last_used_at === null && !isOver(endOf(key))
    },
  }
}
