/** The mail with the link of an invite. */
import type { Database } from '../../db/database.ts'
import type { WriteMail } from '../mail/mails.ts'
import { hashOf, linkOf, tokenOf } from './invite-link.ts'
import { statusOf } from './invites.ts'

export interface InviteMailOptions {
  db: Database
  /** Tokens are made from it. */
  secret: string
  /** Scheme, host and port of the server. */
  origin(): string
  now: () => Date
}

/** Null for an invite that is no longer pending, or whose token was made from another secret. */
export function createInviteMail({ db, secret, origin, now }: InviteMailOptions): WriteMail {
  return async (inviteId) => {
    const row = await db
      .selectFrom('invites as i')
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .leftJoin('users as u', 'u.id', 'i.invited_by')
      .select(['i.role', 'i.status', 'i.expires_at', 'i.token_hash', 'o.name', 'u.full_name', 'u.email'])
      .where('i.id', '=', inviteId)
      .executeTakeFirst()
    const token = tokenOf(secret, inviteId)
    if (!row || statusOf(row, now()) !== 'pending' || hashOf(token) !== row.token_hash) return null
    const inviter = row.full_name ?? row.email
    const organization = inOneLine(row.name)
    const text = [
      `${inviter ? `${inOneLine(inviter)} invites you` : 'You are invited'} to join “${organization}” on Sightline, as ${row.role}.`,
      `Open this link to accept or decline:\n${linkOf(origin(), token)}`,
      `The link is valid until ${row.expires_at.slice(0, 10)} and works once. If you don’t know the organization, ignore this mail.`,
    ]
    return { subject: `Invitation to ${organization}`, text: `${text.join('\n\n')}\n` }
  }
}

const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
