/** The page on which an invited person accepts or declines, by the link in the mail. */
import { type Html, html, NO_HTML } from '../http/html.ts'
import type { Page, PageReply } from '../http/pages.ts'
import type { InviteAcceptance, OpenedInvite } from './invite-acceptance.ts'
import { INVITE_PATH } from './invite-link.ts'

const MAX_NAME = 200

export function invitePage(invites: InviteAcceptance): Page {
  async function withPending(
    token: string,
    answer: (invite: OpenedInvite) => Promise<PageReply> | PageReply,
  ): Promise<PageReply> {
    const invite = await invites.open(token)
    if (!invite) return unknownLink()
    return invite.status === 'pending' ? answer(invite) : closedInvite(invite)
  }

  async function accept(token: string, invite: OpenedInvite, given: string): Promise<PageReply> {
    const name = (invite.knownName ?? given).replaceAll(/\s+/g, ' ').trim()
    if (name === '') return form(invite, given, 'Enter your name.')
    if (name.length > MAX_NAME) return form(invite, given, `Enter a name of at most ${MAX_NAME} characters.`)
    if (!(await invites.accept(token, name))) return withPending(token, (now) => form(now, given))
    const body = html`<p>${name}, you are now a member of ${invite.organization}, with the role ${invite.role}.</p>`
    return { status: 200, title: 'Welcome', body }
  }

  async function decline(token: string, invite: OpenedInvite): Promise<PageReply> {
    if (!(await invites.decline(token))) return withPending(token, (now) => form(now, ''))
    const body = html`<p>You did not join ${invite.organization}. The link is no longer valid.</p>`
    return { status: 200, title: 'Invitation declined', body }
  }

  return {
    path: INVITE_PATH,
    get: ({ params: { token = '' } }) => withPending(token, (invite) => form(invite, '')),
    post: ({ params: { token = '' }, form: fields }) =>
      withPending(token, (invite) => {
        const answer = fields.get('answer')
        if (answer === 'decline') return decline(token, invite)
        if (answer === 'accept') return accept(token, invite, fields.get('full_name') ?? '')
        return { ...form(invite, ''), status: 400 }
      }),
  }
}

/** An error of the name makes it 422. */
function form(invite: OpenedInvite, name: string, error?: string): PageReply {
  const { organization, email, role, expiresAt } = invite
  const body = html`<p>You are invited as ${email}, with the role ${role}. The invitation is valid until ${expiresAt.slice(0, 10)}.</p>
<form method="post">
${invite.knownName === null ? nameField(name, error) : html`<p>You join as ${invite.knownName}.</p>`}
<button name="answer" value="accept">Join ${organization}</button>
<button name="answer" value="decline" class="plain" formnovalidate>Decline</button>
</form>`
  return { status: error === undefined ? 200 : 422, title: `Join ${organization}`, body }
}

const nameField = (name: string, error: string | undefined): Html => html`<label for="full_name">Your name</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="${String(MAX_NAME)}" value="${name}"${
  error === undefined ? NO_HTML : html` aria-invalid="true" aria-describedby="name-error"`
}>
${error === undefined ? NO_HTML : html`<p class="error" id="name-error" role="alert">${error}</p>`}`

const CLOSED: Readonly<Record<Exclude<OpenedInvite['status'], 'pending'>, string>> = {
  accepted: 'This invitation was accepted already.',
  declined: 'This invitation was declined.',
  expired: 'This invitation has expired. Ask for a new one.',
  revoked: 'This invitation was withdrawn. Ask for a new one.',
}

const closedInvite = ({ status }: OpenedInvite): PageReply => ({
  status: 410,
  title: 'This link is no longer valid',
  body: html`<p>${status === 'pending' ? '' : CLOSED[status]}</p>`,
})

const unknownLink = (): PageReply => ({
  status: 404,
  title: 'This link is not known',
  body: html`<p>Open the link in the mail again, and check that it is complete.</p>`,
})
