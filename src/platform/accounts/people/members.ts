/** Members of an organization: users with a role in it. */

import type { Role } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { MemberRole, OrganizationMember } from '../../../shared/api/organizations.ts'
import type { RevealedSecret, SecretKind } from '../../../shared/api/revealed-secrets.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { lockSeats } from '../organizations/seats.ts'
import { dropSignInLinks } from '../sign-in/sign-in-link.ts'

interface FormerMember {
  organizationId: string
  userId: string
  email: string | null
}

/**
 * The end of everything by which a removed member acted in the organization. Rows are removed, and not only refused while
 * there is no membership: a person who joins again would get back what a stranger may have taken.
 * In the transaction that removes the membership.
 */
async function endAccess(tx: Database, member: FormerMember, at: Date): Promise<void> {
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

export interface Members {
  /** Lists the members of the organization, in the order in which they joined. */
  list(caller: Caller): Promise<OrganizationMember[]>
  /** @throws ApiError not_found, role_too_low, last_owner */
  setRole(caller: Caller, memberId: string, role: Role): Promise<OrganizationMember>
  /** The user account stays; everything by which the person acted here ends, for good. @throws ApiError not_found, role_too_low, last_owner */
  remove(caller: Caller, memberId: string): Promise<void>
}

/** `changed` is called after each change. */
export function createMembers(db: Database, now: () => Date, changed: () => void): Members {
  const membersOf = (tx: Database, { organizationId }: Caller) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id', 'm.user_id', 'u.email', 'u.full_name', 'm.role', 'm.joined_at'])
      .where('m.organization_id', '=', organizationId)

  /** The member, if the caller may give it this role, or, for null, remove it. */
  async function changeable(
    tx: Database,
    caller: Caller,
    memberId: string,
    role: MemberRole | null,
  ): Promise<OrganizationMember> {
    const member = await membersOf(tx, caller).where('m.id', '=', memberId.toLowerCase()).executeTakeFirst()
    if (!member) throw new ApiError('not_found', message('member.missing'))
    if ((member.role === 'owner' || role === 'owner') && caller.role !== 'owner') {
      throw new ApiError('role_too_low', message('member.owners_only', { own: caller.role }))
    }
    if (member.role === 'owner' && role !== 'owner') {
      const owners = await membersOf(tx, caller).where('m.role', '=', 'owner').limit(2).execute()
      if (owners.length === 1) throw new ApiError('last_owner', message('member.last_owner'))
    }
    return member
  }

  return {
    list: (caller) => membersOf(db, caller).orderBy('m.id').execute(),
    async setRole(caller, memberId, role) {
      const member = await db.transaction().execute(async (tx) => {
        await lockSeats(tx, caller.organizationId)
        const found = await changeable(tx, caller, memberId, role)
        await tx.updateTable('memberships').set({ role }).where('id', '=', found.id).execute()
        return found
      })
      changed()
      return { ...member, role }
    },
    async remove(caller, memberId) {
      await db.transaction().execute(async (tx) => {
        await lockSeats(tx, caller.organizationId)
        const member = await changeable(tx, caller, memberId, null)
        await tx.deleteFrom('memberships').where('id', '=', member.id).execute()
        const { user_id: userId, email } = member
        await endAccess(tx, { organizationId: caller.organizationId, userId, email }, now())
      })
      changed()
    },
  }
}

/** Most rows of each kind. */
const MOST = 500

/**
 * Shared secrets in use, which people have seen who may be no members any more.
 * Secrets that one person, or all former members, have seen; the newest first. A key of the person is not shared: it ends with the membership.
 */
export async function revealedSecrets(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  userId: string | undefined,
): Promise<RevealedSecret[]> {
  const seen = (kind: SecretKind) => {
    const all = db
      .selectFrom('seen_secrets as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.user_id', '=', 's.user_id').onRef('m.organization_id', '=', 's.organization_id'),
      )
      .select(['s.kind', 's.object_id', 's.user_id', 'u.email', 'u.full_name', 's.seen_at as revealed_at'])
      .where('s.organization_id', '=', organizationId)
      .where('s.kind', '=', kind)
      .orderBy('s.seen_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MOST)
    return userId === undefined ? all.where('m.id', 'is', null) : all.where('s.user_id', '=', userId)
  }
  const found = await Promise.all([
    seen('api_key')
      .innerJoin('api_keys as o', 'o.id', 's.object_id')
      .select('o.name')
      .where((e) => e.or([e('o.user_id', 'is', null), e('o.user_id', '!=', e.ref('s.user_id'))]))
      .execute(),
    seen('deployment_token')
      .innerJoin('deployments as o', 'o.id', 's.object_id')
      .select('o.name')
      .where('o.status', '!=', 'terminated')
      .execute(),
    seen('webhook_secret').innerJoin('webhook_endpoints as o', 'o.id', 's.object_id').select('o.name').execute(),
  ])
  return found.flat().sort((a, b) => (a.revealed_at < b.revealed_at ? 1 : a.revealed_at > b.revealed_at ? -1 : 0))
}
