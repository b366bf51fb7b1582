/**
 * The end of everything by which a removed member acted in the organization. Rows are removed, and not only refused while
 * there is no membership: a person who joins again would get back what a stranger may have taken.
 */
import type { Database } from '../../db/database.ts'
import { dropSignInLinks } from '../sign-in/sign-in-link.ts'

export interface FormerMember {
  organizationId: string
  userId: string
  email: string | null
}

/** In the transaction that removes the membership. */
export async function endAccess(tx: Database, member: FormerMember, at: Date): Promise<void> {
  const { organizationId, userId } = member
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('organization_id', '=', organizationId).execute()
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).where('organization_id', '=', organizationId).execute()
  await tx
    .updateTable('device_authorizations')
    .set({ status: 'denied' })
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'approved')
    .execute()
  // Both belong to the person and not to an organization: a link or a password that was given before is given again.
  await dropSignInLinks(tx, userId)
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
  await revokeInvites(tx, member, at)
}

/** Invites that the person made: an admin has read their links, and could come back by one. Also those to the person. */
async function revokeInvites(tx: Database, { organizationId, userId, email }: FormerMember, at: Date): Promise<void> {
  const revoked = await tx
    .updateTable('invites')
    .set({ status: 'revoked', decided_at: at.toISOString() })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where((e) => e.or([e('invited_by', '=', userId), e('email', '=', email)]))
    .returning('id')
    .execute()
  if (revoked.length === 0) return
  await tx
    .deleteFrom('mails')
    .where(
      'about',
      'in',
      revoked.map(({ id }) => id),
    )
    .execute()
}
