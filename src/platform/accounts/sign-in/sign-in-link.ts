/** One-time links of the administrator that sign a person in, for when nobody can sign in with the provider. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'

export const SIGN_IN_LINK_PATH = '/sign-in/link/{token}'
const VALID_FOR_MS = 15 * 60_000

export interface LinkedPerson {
  email: string
  fullName: string
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The path of a new link, after which earlier ones of the person are not valid. In a transaction. */
export async function makeSignInLink(tx: Database, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await dropSignInLinks(tx, userId)
  await tx
    .insertInto('sign_in_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(now.getTime() + VALID_FOR_MS).toISOString(),
      used_at: null,
    })
    .execute()
  return SIGN_IN_LINK_PATH.replace('{token}', token)
}

export async function dropSignInLinks(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
}

export interface SignInLinks {
  /** Null for a link that is no longer valid, here and below. */
  personOf(token: string): Promise<LinkedPerson | null>
  /** The id of the user; a link is consumed once. */
  use(token: string): Promise<string | null>
}

export const createSignInLinks = (db: Database, now: () => Date): SignInLinks => ({
  async personOf(token) {
    const row = await db
      .selectFrom('sign_in_links as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .select(['u.email', 'u.full_name'])
      .where('l.token_hash', '=', hashOf(token))
      .where('l.used_at', 'is', null)
      .where('l.expires_at', '>', now().toISOString())
      .executeTakeFirst()
    return row ? { email: row.email ?? '', fullName: row.full_name ?? row.email ?? '' } : null
  },
  async use(token) {
    const at = now().toISOString()
    const used = await db
      .updateTable('sign_in_links')
      .set({ used_at: at })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning('user_id')
      .executeTakeFirst()
    return used?.user_id ?? null
  },
})
