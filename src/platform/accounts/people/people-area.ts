/** The organization of a caller, with its members, invites and mail. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Page } from '../../http/pages.ts'
import { createFailures } from '../audit/failures.ts'
import { createCredits } from '../credits/credits.ts'
import { listLedger } from '../credits/ledger-entries.ts'
import { createMails } from '../mail/mails.ts'
import { createSmtp, type SmtpOptions } from '../mail/transport.ts'
import { createOrganizationProfile } from '../organizations/organization-profile.ts'
import { organizationUsage } from '../organizations/organization-usage.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { createInviteAcceptance } from './invite-acceptance.ts'
import { createInviteMail } from './invite-mail.ts'
import { invitePage } from './invite-pages.ts'
import { createInvites } from './invites.ts'
import { createMembers } from './members.ts'
import { revealedSecrets } from './revealed-secrets.ts'

export interface PeopleAreaOptions {
  /** The mail server; without one, mail stays in the outbox. */
  mail: SmtpOptions | undefined
  passwords: Passwords
  /** Called after a member's role was changed, or a member removed. */
  memberChanged(): void
}

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
