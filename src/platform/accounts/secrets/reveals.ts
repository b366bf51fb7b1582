/**
 * Secrets that people see. Again: each once in a session, by a row that only one of several calls can insert. Each is noted
 * for as long as the secret is valid: the person knows it also when no longer a member.
 */
import { ApiError } from '../../../shared/api/errors.ts'
import type { SecretKind } from '../../../shared/api/revealed-secrets.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, newId } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface SharedSecret {
  kind: SecretKind
  /** The key, deployment or webhook endpoint. */
  id: string
}

/**
 * Notes that the session of the caller has seen a secret.
 * @param place table and row, with the version where it can be replaced
 * @throws ApiError already_revealed, also in a session that has ended meanwhile
 */
export const noteReveal = (
  db: Database,
  caller: Caller,
  { place, ...secret }: SharedSecret & { place: string },
  at: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await noteInSession(tx, caller, place, at)
    await noteSeen(tx, caller, secret, at)
  })

/** Notes that the person of the call has seen a secret. */
export async function noteSeen(
  db: Database,
  { organizationId: organization_id, userId: user_id }: Caller,
  { kind, id: object_id }: SharedSecret,
  at: Date,
): Promise<void> {
  if (user_id === null) return
  const seen_at = at.toISOString()
  await db
    .insertInto('seen_secrets')
    .values({ id: newId(), organization_id, user_id, kind, object_id, seen_at })
    .onConflict((on) => on.columns(['organization_id', 'kind', 'object_id', 'user_id']).doUpdateSet({ seen_at }))
    .execute()
}

/** Notes a secret that replaces one: nobody but the caller has seen it. In the transaction of its change. */
export async function noteReplaced(tx: Database, caller: Caller, secret: SharedSecret, at: Date): Promise<void> {
  await tx.deleteFrom('seen_secrets').where('kind', '=', secret.kind).where('object_id', '=', secret.id).execute()
  await noteSeen(tx, caller, secret, at)
}

async function noteInSession(tx: Database, { sessionId }: Caller, secret: string, at: Date): Promise<void> {
  const session = tx.selectFrom('sessions').where('id', '=', sessionId ?? '')
  const { numInsertedOrUpdatedRows } = await tx
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
