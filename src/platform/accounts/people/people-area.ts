/** The organization of a caller, with its members, invites and mail. */
import type { Database } from '../../db/database.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Page } from '../../http/pages.ts'
import { createFailures } from '../audit/failures.ts'
import { createCredits } from '../credits/credits.ts'
import { listLedger } from '../credits/ledger-entries.ts'
import { createMails, type WriteMail } from '../mail/mails.ts'
import { createSmtp, type SmtpOptions } from '../mail/transport.ts'
import { createOrganizationProfile, organizationUsage } from '../organizations/organization-profile.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { createInviteAcceptance } from './invite-acceptance.ts'
import { invitePage } from './invite-pages.ts'
import { createInvites, hashOf, linkOf, statusOf, tokenOf } from './invites.ts'
import { createMembers, revealedSecrets } from './members.ts'

export interface PeopleAreaOptions {
  /** The mail server; without one, mail stays in the outbox. */
  mail: SmtpOptions | undefined
  passwords: Passwords
  /** Called after a member's role was changed, or a member removed. */
  memberChanged(): void
}

interface InviteMailOptions {
  db: Database
  /** Tokens are made from it. */
  secret: string
  /** Scheme, host and port of the server. */
  origin(): string
  now: () => Date
}

/**
 * The mail with the link of an invite.
 * Null for an invite that is no longer pending, or whose token was made from another secret.
 */
function createInviteMail({ db, secret, origin, now }: InviteMailOptions): WriteMail {
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

export interface PeopleArea extends Area {
  handlers: Pick<Handlers, 'organizations'>
  pages: readonly Page[]
}

export function createPeopleArea(
  services: PlatformServices,
  { mail, passwords, memberChanged }: PeopleAreaOptions,
): PeopleArea {
  const { db, secret, origin, now, log } = services
  const write = { invite: createInviteMail({ db, secret, origin, now }) }
  const mails = createMails({ db, send: mail ? createSmtp(mail) : null, write, now, log })
  const profile = createOrganizationProfile(db, createCredits(now), now)
  const members = createMembers(db, now, memberChanged)
  const invites = createInvites({ db, secret, mails, now })
  return {
    handlers: {
      organizations: {
        me: ({ caller }) => profile.get(caller),
        updateMe: ({ caller, body }) => profile.update(caller, body),
        members: ({ caller }) => members.list(caller),
        updateMember: ({ caller, params, body }) => members.setRole(caller, params.member_id, body.role),
        removeMember: ({ caller, params }) => members.remove(caller, params.member_id),
        revealedSecrets: ({ caller, query }) => revealedSecrets(db, caller, query.user_id),
        invites: ({ caller, query }) => invites.list(caller, query.status),
        invite: ({ caller, body }) => invites.create(caller, body),
        revokeInvite: ({ caller, params }) => invites.revoke(caller, params.invite_id),
        outbox: ({ caller }) => mails.outbox(caller),
        usage: ({ caller }) => organizationUsage(db, caller, now()),
        ledger: ({ caller, query }) => listLedger(db, caller.organizationId, query),
      },
    },
    pages: [invitePage(createInviteAcceptance({ db, mails, passwords, now }), passwords, createFailures(db, now, log))],
    // Mail that a dead process left behind.
    listening: mails.wake,
    close: mails.close,
  }
}
