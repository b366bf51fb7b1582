/** An invite as the invited person sees it, by the token of its link. */
import type { InviteStatus, MemberRole } from '../../../shared/api/organizations.ts'
import { type Database, newId } from '../../db/database.ts'
import type { InviteRow } from '../../db/schema/people.ts'
import { actingRole } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Mails } from '../mail/mails.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { hashOf, statusOf } from './invites.ts'

export interface OpenedInvite {
  id: string
  organization: string
  email: string
  role: MemberRole
  status: InviteStatus
  expiresAt: string
  /** The name of the user with this address, if there is one already. */
  knownName: string | null
  /** True when that user signs in with a password, which then has to be entered to join: the link alone proves less. */
  hasPassword: boolean
}

export interface InviteAcceptance {
  /** Null for a token of no invite. */
  open(token: string): Promise<OpenedInvite | null>
  /**
   * Makes the person a member, and creates the user unless there is one with this address, who keeps a name. False when
   * the invite was no longer pending: a token is consumed once. A new user gets the password; that of another one stays.
   * `address`: of the network, here and below.
   */
  accept(token: string, fullName: string, passwordHash?: string, address?: string): Promise<boolean>
  /** False when the invite was no longer pending. */
  decline(token: string, address?: string): Promise<boolean>
}

export interface InviteAcceptanceOptions {
  db: Database
  mails: Pick<Mails, 'withdraw'>
  passwords: Passwords
  now: () => Date
}

export function createInviteAcceptance({ db, mails, passwords, now }: InviteAcceptanceOptions): InviteAcceptance {
  type Consumed = Pick<InviteRow, 'id' | 'organization_id' | 'email' | 'role'>

  /** The invite, unless it was no longer pending. */
  async function consume(tx: Database, token: string, status: 'accepted' | 'declined'): Promise<Consumed | null> {
    const at = now().toISOString()
    const { numUpdatedRows } = await tx
      .updateTable('invites')
      .set({ status, decided_at: at })
      .where('token_hash', '=', hashOf(token))
      .where('status', '=', 'pending')
      .where('expires_at', '>', at)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return null
    const invite = await tx
      .selectFrom('invites')
      .select(['id', 'organization_id', 'email', 'role'])
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirstOrThrow()
    await mails.withdraw(tx, invite.id)
    return invite
  }

  /** `userId`: null for a person who is nobody yet. */
  function note(tx: Database, action: string, invite: Consumed, userId: string | null, address: string | undefined) {
    const { id: invite_id, email, organization_id: organizationId, role: memberRole } = invite
    const role = actingRole(memberRole)
    const caller = { organizationId, role, via: 'page', userId, keyId: null, sessionId: null, requestId: null } as const
    return writeEntry(tx, { caller, action, object: { email, invite_id }, address: address ?? null }, 'done', now())
  }

  /** The id of the user with this address. */
  async function userOf(
    tx: Database,
    email: string,
    fullName: string,
    passwordHash: string | undefined,
  ): Promise<string> {
    const made = newId()
    await tx
      .insertInto('users')
      .values({ id: made, email, full_name: fullName, created_at: now().toISOString() })
      .onConflict((on) => on.column('email').doNothing())
      .execute()
    const { id } = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    if (id === made && passwordHash !== undefined) await passwords.store(tx, id, passwordHash)
    await tx
      .updateTable('users')
      .set({ full_name: fullName })
      .where('id', '=', id)
      .where('full_name', 'is', null)
      .execute()
    return id
  }

  return {
    async open(token) {
      const row = await db
        .selectFrom('invites as i')
        .innerJoin('organizations as o', 'o.id', 'i.organization_id')
        .leftJoin('users as u', 'u.email', 'i.email')
        .leftJoin('passwords as p', 'p.user_id', 'u.id')
        .select([
          'i.id',
          'o.name',
          'i.email',
          'i.role',
          'i.status',
          'i.expires_at',
          'u.full_name',
          'p.user_id as with_password',
        ])
        .where('i.token_hash', '=', hashOf(token))
        .executeTakeFirst()
      if (!row) return null
      const { id, name: organization, email, role, expires_at: expiresAt, full_name: knownName } = row
      return {
        id,
        organization,
        email,
        role,
        status: statusOf(row, now()),
        expiresAt,
        knownName,
        hasPassword: row.with_password !== null,
      }
    },
    accept: (token, fullName, passwordHash, address) =>
      db.transaction().execute(async (tx) => {
        const invite = await consume(tx, token, 'accepted')
        if (!invite) return false
        const { organization_id, email, role } = invite
        const user_id = await userOf(tx, email, fullName, passwordHash)
        await tx
          .insertInto('memberships')
          .values({ id: newId(), organization_id, user_id, role, joined_at: now().toISOString() })
          .onConflict((on) => on.columns(['organization_id', 'user_id']).doNothing())
          .execute()
        await note(tx, 'invites.accept', invite, user_id, address)
        return true
      }),
    decline: (token, address) =>
      db.transaction().execute(async (tx) => {
        const invite = await consume(tx, token, 'declined')
        if (invite) await note(tx, 'invites.decline', invite, null, address)
        return invite !== null
      }),
  }
}
