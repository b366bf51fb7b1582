/** The page on which an invited person accepts or declines, by the link in the mail. */

import { type Html, html, NO_HTML } from '../../http/html.ts'
import type { Page, PageCall, PageReply } from '../../http/pages.ts'
import type { Failures } from '../audit/failures.ts'
import { countAttempt, forgetAttempts, takeBackAttempt } from '../passwords/password-attempts.ts'
import { type Passwords, passwordFault } from '../passwords/passwords.ts'
import type { InviteAcceptance, OpenedInvite } from './invite-acceptance.ts'
import { INVITE_PATH } from './invite-link.ts'
import { type InviteTexts, inviteTexts } from './invite-texts.ts'

const MAX_NAME = 200

export function invitePage(invites: InviteAcceptance, passwords: Passwords, failures: Failures): Page {
  type Answer = (invite: OpenedInvite, token: string, texts: InviteTexts) => Promise<PageReply> | PageReply

  async function withPending({ params: { token = '' }, language }: PageCall, answer: Answer): Promise<PageReply> {
    const texts = inviteTexts(language)
    const invite = await invites.open(token)
    if (!invite) return { status: 404, title: texts.unknown, body: html`<p>${texts.checkLink}</p>` }
    if (invite.status === 'pending') return answer(invite, token, texts)
    return { status: 410, title: texts.closed, body: html`<p>${texts.reasons[invite.status]}</p>` }
  }

  const showForm: Answer = (invite, _token, texts) => form(invite, texts, '')

  const accept =
    (call: PageCall): Answer =>
    async (invite, token, texts) => {
      const given = call.form.get('full_name') ?? ''
      const name = inOneLine(invite.knownName ?? given)
      if (name === '') return form(invite, texts, given, texts.nameMissing)
      if (name.length > MAX_NAME) return form(invite, texts, given, texts.nameTooLong(MAX_NAME))
      const password = call.form.get('password') ?? ''
      if (invite.hasPassword) {
        if (!(await isRight(call, invite.email, password))) {
          await failures.note({ action: 'invites.accept', address: call.address, email: invite.email })
          return form(invite, texts, given, undefined, texts.passwordWrong)
        }
      } else if (password !== '' && invite.knownName === null) {
        const fault = await passwordFault(password, invite.email, name)
        if (fault) return form(invite, texts, given, undefined, texts.passwordFaults[fault])
      }
      const hash =
        password === '' || invite.knownName !== null ? undefined : await passwords.hash(password, call.address)
      if (!(await invites.accept(token, name, hash, call.address))) return withPending(call, showForm)
      return {
        status: 200,
        title: texts.welcome,
        body: html`<p>${texts.isMember(name, invite.organization, invite.role)}</p>`,
      }
    }

  async function isRight(call: PageCall, email: string, password: string): Promise<boolean> {
    const { attempts } = passwords
    if ((await countAttempt(attempts, call, email)) !== null) return false
    if ((await passwords.userOf(email, password, call.address)) === null) return false
    await takeBackAttempt(attempts, call)
    await forgetAttempts(attempts, call, email)
    return true
  }

  const decline =
    (call: PageCall): Answer =>
    async (invite, token, texts) => {
      if (!(await invites.decline(token, call.address))) return withPending(call, showForm)
      return { status: 200, title: texts.declined, body: html`<p>${texts.didNotJoin(invite.organization)}</p>` }
    }

  return {
    path: INVITE_PATH,
    get: (call) => withPending(call, showForm),
    post: (call) => {
      const answer = call.form.get('answer')
      if (answer === 'decline') return withPending(call, decline(call))
      if (answer === 'accept') return withPending(call, accept(call))
      return withPending(call, (invite, _token, texts) => ({ ...form(invite, texts, ''), status: 400 }))
    },
  }
}

const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** An error of the name or the password makes it 422. */
function form(invite: OpenedInvite, texts: InviteTexts, name: string, error?: string, wrong?: string): PageReply {
  const { organization, email, role, expiresAt, knownName, hasPassword } = invite
  const password = hasPassword ? texts.yourPassword : knownName === null ? texts.newPassword : null
  const body = html`<p>${texts.invited(email, role, expiresAt.slice(0, 10))}</p>
<form method="post">
${knownName === null ? nameField(texts, name, error) : html`<p>${texts.joinAs(knownName)}</p>`}
${password === null ? NO_HTML : passwordField(password, hasPassword, wrong)}
<button name="answer" value="accept">${texts.join(organization)}</button>
<button name="answer" value="decline" class="plain" formnovalidate>${texts.decline}</button>
</form>`
  return { status: error === undefined && wrong === undefined ? 200 : 422, title: texts.join(organization), body }
}

const passwordField = (label: string, known: boolean, wrong: string | undefined): Html =>
  html`<label for="password">${label}</label>
<input id="password" name="password" type="password" autocomplete="${known ? 'current-password' : 'new-password'}">
${wrong === undefined ? NO_HTML : html`<p class="error" role="alert">${wrong}</p>`}`

const nameField = (
  texts: InviteTexts,
  name: string,
  error: string | undefined,
): Html => html`<label for="full_name">${texts.yourName}</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="${String(MAX_NAME)}" value="${name}"${
  error === undefined ? NO_HTML : html` aria-invalid="true" aria-describedby="name-error"`
}>
${error === undefined ? NO_HTML : html`<p class="error" id="name-error" role="alert">${error}</p>`}`
