/**
 * Invites, as the organization manages them. pending → accepted, declined or revoked, each by one conditional update;
 * a pending one whose time is over reads as expired.
 */
import { createHash, createHmac } from 'node:crypto'
import { ApiError } from '../../../shared/api/errors.ts'
import type { InviteCreate, InviteStatus, OrganizationInvite } from '../../../shared/api/organizations.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, newId } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { InviteRow } from '../../db/schema/people.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Mails } from '../mail/mails.ts'
import { lockSeats, memberCount, pendingInviteCount } from '../organizations/seats.ts'

export interface Invites {
  /** Newest first. */
  list(caller: Caller, status?: InviteStatus): Promise<OrganizationInvite[]>
  /** @throws ApiError invalid_field, wrong_state for a member or a pending invite, member_cap_reached */
  create(caller: Caller, invite: InviteCreate): Promise<OrganizationInvite>
  /** @throws ApiError not_found, wrong_state unless it is pending */
  revoke(caller: Caller, inviteId: string): Promise<void>
}

export interface InvitesOptions {
  db: Database
  /** Tokens are made from it. */
  secret: string
  mails: Pick<Mails, 'queue' | 'withdraw' | 'wake'>
  now: () => Date
}

const VALID_FOR_MS = 7 * 24 * 60 * 60_000

/** A pending invite whose time is over is expired. */
export const statusOf = ({ status, expires_at }: Pick<InviteRow, 'status' | 'expires_at'>, now: Date): InviteStatus =>
  status === 'pending' && Date.parse(expires_at) <= now.getTime() ? 'expired' : status

/** The longest address that a mail server accepts (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254
// One @, and nothing that would separate or hide addresses in the header of a mail.
const ADDRESS = /^[^\s@"<>(),:;\\\p{Cc}]+@[^\s@"<>(),:;\\\p{Cc}]+$/u

/** The address, trimmed and in lower case. @throws ApiError invalid_field */
function emailAddressOf(text: string, field = '/email'): string {
  const address = text.trim().toLowerCase()
  if (address.length <= MAX_LENGTH && ADDRESS.test(address)) return address
  throw invalidField(field, message('invite.not_an_address'))
}

export const INVITE_PATH = '/invites/{token}'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Made from the installation's secret, which is outside of the database: a copy of the database gives no access. */
export const tokenOf = (secret: string, inviteId: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['invite', inviteId]))
    .digest('base64url')

/** `origin`: scheme, host and port of the server. */
export const linkOf = (origin: string, token: string): string => origin + INVITE_PATH.replace('{token}', token)

export function createInvites({ db, secret, mails, now }: InvitesOptions): Invites {
  const invitesOf = (tx: Database, organizationId: string) =>
    tx.selectFrom('invites').selectAll().where('organization_id', '=', organizationId)

  const withStatus = (organizationId: string, status: InviteStatus | undefined) => {
    const all = invitesOf(db, organizationId)
    const at = now().toISOString()
    if (status === undefined) return all
    if (status === 'expired') return all.where('status', '=', 'pending').where('expires_at', '<=', at)
    const some = all.where('status', '=', status)
    return status === 'pending' ? some.where('expires_at', '>', at) : some
  }

  async function requireNew(tx: Database, organizationId: string, email: string): Promise<void> {
    const member = await tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('m.id')
      .where('m.organization_id', '=', organizationId)
      .where('u.email', '=', email)
      .executeTakeFirst()
    if (member) throw new ApiError('wrong_state', message('invite.member_already', { email }))
    const pending = await invitesOf(tx, organizationId)
      .where('email', '=', email)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now().toISOString())
      .executeTakeFirst()
    if (pending) throw new ApiError('wrong_state', message('invite.pending_already', { email }))
  }

  async function requireSeat(tx: Database, organizationId: string): Promise<void> {
    const max = (await organizationPlan(tx, organizationId)).max_users
    const taken = (await memberCount(tx, organizationId)) + (await pendingInviteCount(tx, organizationId, now()))
    if (taken >= max) throw new ApiError('member_cap_reached', message('member.cap_reached', { max }))
  }

  return {
    async list({ organizationId }, status) {
      const rows = await withStatus(organizationId, status).orderBy('id', 'desc').execute()
      return rows.map((row) => inviteOf(row, now()))
    },
    async create({ organizationId, userId }, { email: given, role }) {
      const email = emailAddressOf(given)
      const id = newId()
      const at = now()
      const row: InviteRow = {
        id,
        organization_id: organizationId,
        email,
        role,
        token_hash: hashOf(tokenOf(secret, id)),
        status: 'pending',
        invited_by: userId,
        expires_at: new Date(at.getTime() + VALID_FOR_MS).toISOString(),
        created_at: at.toISOString(),
        decided_at: null,
      }
      await db.transaction().execute(async (tx) => {
        await lockSeats(tx, organizationId)
        await requireNew(tx, organizationId, email)
        await requireSeat(tx, organizationId)
        await tx.insertInto('invites').values(row).execute()
        await mails.queue(tx, { organizationId, to: email, kind: 'invite', about: id })
      })
      mails.wake()
      return inviteOf(row, at)
    },
    async revoke({ organizationId }, inviteId) {
      const at = now().toISOString()
      const id = inviteId.toLowerCase()
      await db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('invites')
          .set({ status: 'revoked', decided_at: at })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('expires_at', '>', at)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) return mails.withdraw(tx, id)
        const row = await invitesOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
        if (!row) throw new ApiError('not_found', message('invite.missing'))
        throw new ApiError('wrong_state', message('invite.not_pending', { status: statusOf(row, now()) }))
      })
    },
  }
}

const inviteOf = ({ token_hash: _, decided_at: __, ...row }: InviteRow, now: Date): OrganizationInvite => ({
  ...row,
  status: statusOf(row, now),
})
