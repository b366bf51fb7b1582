/** The API keys that belong to a person, who ends them without being an admin. */

import type { Database } from '../../db/database.ts'
import type { ApiKeyRow } from '../../db/schema/keys.ts'
import { pageCaller, type SignedIn } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Keys } from '../keys/keys.ts'

export interface OwnKeys {
  /** Newest first. */
  list(person: SignedIn): Promise<Pick<ApiKeyRow, 'id' | 'name' | 'last_used_at'>[]>
  /** Calls with the key fail from now on. Ignores the id of a key that belongs to nobody or to another person. */
  end(person: SignedIn, id: string): Promise<void>
}

export function createOwnKeys(db: Database, keys: Keys, now: () => Date): OwnKeys {
  return {
    list: ({ userId, organizationId }) =>
      db
        .selectFrom('api_keys')
        .select(['id', 'name', 'last_used_at'])
        .where('user_id', '=', userId)
        .where('organization_id', '=', organizationId)
        .orderBy('id', 'desc')
        .execute(),
    async end(person, id) {
      const { userId, organizationId } = person
      await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('api_keys')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('organization_id', '=', organizationId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await writeEntry(
          tx,
          { caller: pageCaller(person), action: 'apiKeys.delete', object: { key_id: id } },
          'done',
          now(),
        )
      })
      keys.changed()
    },
  }
}
