/** The one-time link by which the first person of an installation becomes its owner and operator. */
import { createHash, randomBytes } from 'node:crypto'
import { type Database, newId } from '../../db/database.ts'
import { pageCaller } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Passwords } from '../passwords/passwords.ts'

export const FIRST_OWNER_PATH = '/first-owner/{token}'
const VALID_FOR_MS = 24 * 60 * 60_000

export interface NewOwner {
  email: string
  fullName: string
  passwordHash: string
  /** The network address. */
  address: string
}

export interface FirstOwner {
  /** The token of a new link; null when there is a user already. Earlier links, also those of other servers, stay valid until then. */
  token(): Promise<string | null>
  isValid(token: string): Promise<boolean>
  /** The id of the new user; null when the link is no longer valid: it is consumed once. */
  create(token: string, owner: NewOwner): Promise<string | null>
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface FirstOwnerOptions {
  db: Database
  passwords: Passwords
  now: () => Date
}

export function createFirstOwner({ db, passwords, now }: FirstOwnerOptions): FirstOwner {
  const anybody = (tx: Database) => tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return {
    token: () =>
      db.transaction().execute(async (tx) => {
        const hasOwner = (await anybody(tx)) !== undefined
        const all = tx.deleteFrom('one_time_links')
        await (hasOwner ? all : all.where('expires_at', '<', now().toISOString())).execute()
        if (hasOwner) return null
        const token = randomBytes(32).toString('base64url')
        const expires_at = new Date(now().getTime() + VALID_FOR_MS).toISOString()
        await tx
          .insertInto('one_time_links')
          .values({ token_hash: hashOf(token), expires_at, used_at: null })
          .execute()
        return token
      }),
    async isValid(token) {
      const row = await db
        .selectFrom('one_time_links')
        .select('token_hash')
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now().toISOString())
        .executeTakeFirst()
      return row !== undefined && (await anybody(db)) === undefined
    },
    create: (token, { email, fullName, passwordHash, address }) =>
      db.transaction().execute(async (tx) => {
        const at = now().toISOString()
        const { numUpdatedRows } = await tx
          .updateTable('one_time_links')
          .set({ used_at: at })
          .where('token_hash', '=', hashOf(token))
          .where('used_at', 'is', null)
          .where('expires_at', '>', at)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n || (await anybody(tx))) return null
        const { default_organization_id: organization_id } = await tx
          .selectFrom('installation')
          .select('default_organization_id')
          .executeTakeFirstOrThrow()
        const user_id = newId()
        await tx.insertInto('users').values({ id: user_id, email, full_name: fullName, created_at: at }).execute()
        await passwords.store(tx, user_id, passwordHash)
        const membership = { id: newId(), organization_id, user_id, role: 'owner' as const, joined_at: at }
        await tx.insertInto('memberships').values(membership).execute()
        await tx.insertInto('operators').values({ user_id, added_at: at }).execute()
        const owner = { userId: user_id, organizationId: organization_id, role: membership.role }
        const caller = { ...pageCaller(owner), via: 'page' } as const
        await writeEntry(tx, { caller, action: 'firstOwner.create', object: { user_id }, address }, 'done', now())
        return user_id
      }),
  }
}
