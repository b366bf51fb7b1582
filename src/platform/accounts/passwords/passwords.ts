/** Passwords of users. */
import type { Database } from '../../db/database.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { isGuessable } from './guessable.ts'
import { createPasswordHashes, type PasswordHashes } from './scrypt.ts'

export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

/** Reasons to reject a new password. */
export type PasswordFault = 'short' | 'long' | 'address' | 'guessable'

export interface Passwords extends Pick<PasswordHashes, 'hash'> {
  readonly attempts: Attempts
  /**
   * The id of the user with this address and password; null for a wrong one, for a user without a password, and for an
   * unknown one, which takes as long. `address`: of the network, from which the attempt comes. @throws ApiError rate_limited when too many wait
   */
  userOf(email: string, password: string, address: string): Promise<string | null>
  has(userId: string): Promise<boolean>
  /** Sets the hash of a password. In a transaction. */
  store(tx: Database, userId: string, hash: string): Promise<void>
}

/** Examines a new password; one that was set before is never examined. `name`: of the person, if known. */
export async function passwordFault(password: string, email: string, name = ''): Promise<PasswordFault | null> {
  if ([...password].length > MAX_PASSWORD) return 'long'
  // It is counted in the form that is hashed: characters that are composed there count once.
  const normalized = password.normalize('NFKC')
  if (normalized.trim().toLowerCase() === email) return 'address'
  if ([...normalized].length < MIN_PASSWORD) return 'short'
  return (await isGuessable(password, [email, name, 'Sightline'])) ? 'guessable' : null
}

export function createPasswords({ db, now }: { db: Database; now: () => Date }): Passwords {
  const hashes = createPasswordHashes()
  return {
    attempts: createAttempts(db, now),
    hash: hashes.hash,
    async userOf(email, password, address) {
      const row = await db
        .selectFrom('users as u')
        .innerJoin('passwords as p', 'p.user_id', 'u.id')
        .select(['u.id', 'p.hash'])
        .where('u.email', '=', email)
        .executeTakeFirst()
      const right = await hashes.matches(password, row?.hash ?? null, address)
      return right && row ? row.id : null
    },
    async has(userId) {
      const row = await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()
      return row !== undefined
    },
    async store(tx, user_id, hash) {
      const changed_at = now().toISOString()
      await tx
        .insertInto('passwords')
        .values({ user_id, hash, changed_at })
        .onConflict((on) => on.column('user_id').doUpdateSet({ hash, changed_at }))
        .execute()
    },
  }
}
