/** Access to records of the Studio: the owner has it, and the organization once the owner has shared the record. */
import { sql } from 'kysely'
import { roleAtLeast } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'

/** The columns that decide. */
export interface Owned {
  user_id: string | null
  visibility: Visibility
}

/** The name of the owner, by a join; null for a record made with a key of no person. */
export interface OwnerName {
  full_name: string | null
  email: string | null
}

export type Owner = Pick<Caller, 'userId'>

/** True for a record of the caller. Keys of no person own the records of all of them together. */
export const isOwn = (row: Pick<Owned, 'user_id'>, { userId }: Owner): boolean => row.user_id === userId

/** The condition that a row is the caller's. */
export const ownedBy = ({ userId }: Owner) =>
  userId === null ? sql<boolean>`user_id is null` : sql<boolean>`user_id = ${userId}`

/** The condition that the caller sees a row. */
export const visibleTo = (owner: Owner) => sql<boolean>`(${ownedBy(owner)} or visibility = 'organization')`

/** @throws ApiError role_too_low when another person owns the record and the caller's role only reads */
export function requireMayChange(row: Owned, caller: Caller): void {
  if (isOwn(row, caller) || roleAtLeast(caller.role, 'member')) return
  throw new ApiError('role_too_low', message('record.shared_needs_member', { role: caller.role }))
}

/** @throws ApiError not_the_owner, role_too_low */
export function requireMayShow(row: Owned, visibility: Visibility, caller: Caller): void {
  if (!isOwn(row, caller)) throw new ApiError('not_the_owner', message('record.only_owner_shares'))
  if (visibility === 'organization' && !roleAtLeast(caller.role, 'member')) {
    throw new ApiError('role_too_low', message('record.sharing_needs_member', { role: caller.role }))
  }
}

/** The fields of a record that name its owner. */
export const ownedFields = (row: Owned & OwnerName, owner: Owner) => ({
  owner_id: row.user_id,
  owner_name: row.full_name ?? row.email,
  is_own: isOwn(row, owner),
  visibility: row.visibility,
})
