/** Members of an organization: users with a role in it. */

import type { Role } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { MemberRole, OrganizationMember } from '../../../shared/api/organizations.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { lockSeats } from '../organizations/seats.ts'
import { endAccess } from './end-access.ts'

export interface Members {
  /** Those who joined first at the top. */
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
