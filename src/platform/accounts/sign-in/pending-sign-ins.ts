/**
 * Sign-ins between the right password and the code. Each is 256 random bits in a cookie of its own, which is no session: it
 * only lets its browser give the code, within five minutes and once.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { wasChangedSince } from '../passwords/passwords.ts'
import type { Consume } from './active-second-factor.ts'

export const PENDING_MS = 5 * 60_000

export interface PendingSignIn {
  userId: string
  email: string
  /** The time at which the check of the password began. */
  checkedFrom: Date
}

export interface PendingSignIns {
  /** Returns the token for the cookie. */
  begin(userId: string, checkedFrom: Date): Promise<string>
  /** Null for one that is over, also because the password was changed. */
  open(token: string | null): Promise<PendingSignIn | null>
  /** Ends one with a code, which is consumed only while it is not over. In a transaction. */
  complete(tx: Database, token: string, consume: Consume): Promise<boolean>
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export function createPendingSignIns(db: Database, now: () => Date): PendingSignIns {
  return {
    async begin(user_id, checkedFrom) {
      const token = randomBytes(32).toString('base64url')
      const at = now()
      await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', at.toISOString()).execute()
      const expires_at = new Date(at.getTime() + PENDING_MS).toISOString()
      await db
        .insertInto('pending_sign_ins')
        .values({ token_hash: hashOf(token), user_id, checked_from: checkedFrom.toISOString(), expires_at })
        .execute()
      return token
    },
    async open(token) {
      if (token === null) return null
      const row = await db
        .selectFrom('pending_sign_ins as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .leftJoin('passwords as p', 'p.user_id', 's.user_id')
        .select(['s.user_id', 's.checked_from', 'u.email', 'p.changed_at'])
        .where('s.token_hash', '=', hashOf(token))
        .where('s.expires_at', '>', now().toISOString())
        .executeTakeFirst()
      if (!row) return null
      const checkedFrom = new Date(row.checked_from)
      if (row.changed_at !== null && wasChangedSince(row.changed_at, checkedFrom, now())) return null
      return { userId: row.user_id, email: row.email ?? '', checkedFrom }
    },
    async complete(tx, token, consume) {
      const token_hash = hashOf(token)
      const open = tx.selectFrom('pending_sign_ins').select('user_id').where('token_hash', '=', token_hash)
      if (!(await open.where('expires_at', '>', now().toISOString()).executeTakeFirst())) return false
      if (!(await consume(tx))) return false
      await tx.deleteFrom('pending_sign_ins').where('token_hash', '=', token_hash).execute()
      return true
    },
  }
}
