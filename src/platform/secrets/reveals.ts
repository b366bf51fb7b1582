/** Secrets that people see again: each once in a session, by a row that only one of several calls can insert. */
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../identity/caller.ts'

/**
 * Notes that the session of the caller has seen a secret.
 * @param secret table and row, with the version where it can be replaced
 * @throws ApiError already_revealed, also in a session that has ended meanwhile
 */
export async function noteReveal(db: Database, { sessionId }: Caller, secret: string, at: Date): Promise<void> {
  const session = db.selectFrom('sessions').where('id', '=', sessionId ?? '')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('revealed_secrets')
    .columns(['session_id', 'secret', 'revealed_at'])
    .expression(
      session.select((e) => ['id', e.val(secret).as('secret'), e.val(at.toISOString()).as('revealed_at')] as const),
    )
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    throw new ApiError('already_revealed', message('secret.already_revealed'))
  }
}
