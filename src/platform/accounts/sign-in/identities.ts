/** Accounts at the provider that are linked to people: by issuer and subject, never by an e-mail address. */

import { type Database, newId } from '../../db/database.ts'
import { pageCaller } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { OpenSession } from './sessions.ts'

export interface Identities {
  /** The id of the user; null for an account that is not linked. */
  userOf(subject: string): Promise<string | null>
  isLinked(userId: string): Promise<boolean>
  /** `taken`: the account is that of another person. `another`: this person has linked another account. */
  link(session: OpenSession, subject: string): Promise<'linked' | 'taken' | 'another'>
  unlink(session: OpenSession): Promise<void>
}

/** Links people to their accounts at one issuer. Each change has its entry in the audit log. */
export function createIdentities(db: Database, issuer: string, now: () => Date): Identities {
  const identities = (tx: Database) => tx.selectFrom('identities').where('issuer', '=', issuer)

  function note(tx: Database, session: OpenSession, action: string): Promise<string> {
    const object = { user_id: session.userId, issuer }
    return writeEntry(tx, { caller: pageCaller(session), action, object }, 'done', now())
  }

  return {
    async userOf(subject) {
      const row = await identities(db).select('user_id').where('subject', '=', subject).executeTakeFirst()
      return row?.user_id ?? null
    },
    async isLinked(userId) {
      return (await identities(db).select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
    },
    link: (session, subject) =>
      db.transaction().execute(async (tx) => {
        const { userId: user_id } = session
        const row = { id: newId(), user_id, issuer, subject, created_at: now().toISOString() }
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('identities')
          .values(row)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 1n) {
          await note(tx, session, 'identities.link')
          return 'linked'
        }
        const owner = await identities(tx).select('user_id').where('subject', '=', subject).executeTakeFirst()
        if (!owner) return 'another'
        return owner.user_id === user_id ? 'linked' : 'taken'
      }),
    unlink: (session) =>
      db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('identities')
          .where('issuer', '=', issuer)
          .where('user_id', '=', session.userId)
          .executeTakeFirst()
        if (numDeletedRows > 0n) await note(tx, session, 'identities.unlink')
      }),
  }
}
