/**
 * Limits the attempts to sign in, per network address, there per account, and those to guess a code, also over restarts. Nobody
 * locks the owner of an account out from elsewhere.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

/**
 * `account`: from one address. `person`: of a person who is signed in. `code`: of six digits, with a password that was right. Three of a million are valid at a time, so that a day of guessing
 * succeeds once in 16,000 days.
 */
const ATTEMPTS = {
  account: { most: 10, inMs: QUARTER_MS },
  person: { most: 10, inMs: QUARTER_MS },
  address: { most: 100, inMs: QUARTER_MS },
  code: { most: 20, inMs: DAY_MS },
} as const

export interface Attempts {
  /**
   * Counts an attempt before it is made, so that attempts at the same time count too. Returns null, or the number of
   * seconds to wait when there were too many.
   */
  begin(of: keyof typeof ATTEMPTS, name: string): Promise<number | null>
  /** Counts an attempt less: it succeeded, and says nothing about the ones that failed. */
  takeBack(of: keyof typeof ATTEMPTS, name: string): Promise<void>
  /** After a success. */
  forget(of: keyof typeof ATTEMPTS, name: string): Promise<void>
}

const subjectOf = (of: string, name: string) =>
  createHash('sha256')
    .update(JSON.stringify([of, name]))
    .digest('hex')

export function createAttempts(db: Database, now: () => Date): Attempts {
  return {
    begin: (of, name) =>
      db.transaction().execute(async (tx) => {
        const at = now()
        const subject = subjectOf(of, name)
        await tx.deleteFrom('sign_in_attempts').where('window_ends_at', '<=', at.toISOString()).execute()
        const window_ends_at = new Date(at.getTime() + ATTEMPTS[of].inMs).toISOString()
        await tx
          .insertInto('sign_in_attempts')
          .values({ subject, attempts: 1, window_ends_at })
          .onConflict((on) =>
            on.column('subject').doUpdateSet((eb) => ({
              attempts: eb('sign_in_attempts.attempts', '+', 1),
              // A window that ends later began before the clock was set back.
              window_ends_at: eb
                .case()
                .when('sign_in_attempts.window_ends_at', '>', window_ends_at)
                .then(window_ends_at)
                .else(eb.ref('sign_in_attempts.window_ends_at'))
                .end(),
            })),
          )
          .execute()
        const row = await tx
          .selectFrom('sign_in_attempts')
          .select(['attempts', 'window_ends_at'])
          .where('subject', '=', subject)
          .executeTakeFirstOrThrow()
        if (row.attempts <= ATTEMPTS[of].most) return null
        return Math.max(1, Math.ceil((Date.parse(row.window_ends_at) - at.getTime()) / 1000))
      }),
    async takeBack(of, name) {
      await db
        .updateTable('sign_in_attempts')
        .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
        .where('subject', '=', subjectOf(of, name))
        .where('attempts', '>', 0)
        .execute()
    },
    async forget(of, name) {
      await db.deleteFrom('sign_in_attempts').where('subject', '=', subjectOf(of, name)).execute()
    },
  }
}
