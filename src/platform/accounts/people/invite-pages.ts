/** The page on which an invited person accepts or declines, by the link in the mail. */

import type { InviteStatus } from '../../../shared/api/organizations.ts'
import { type Html, html, type Language, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import type { Failures } from '../audit/failures.ts'
import {
  countAttempt,
  forgetAttempts,
  type PasswordFault,
  type Passwords,
  passwordFault,
  takeBackAttempt,
} from '../passwords/passwords.ts'
import type { InviteAcceptance, OpenedInvite } from './invite-acceptance.ts'
import { INVITE_PATH } from './invites.ts'

const MAX_NAME = 200

interface InviteTexts {
  join(organization: string): string
  decline: string
  invited(email: string, role: string, day: string): string
  yourName: string
  joinAs(name: string): string
  nameMissing: string
  nameTooLong(max: number): string
  yourPassword: string
  newPassword: string
  passwordWrong: string
  passwordFaults: Readonly<Record<PasswordFault, string>>
  welcome: string
  isMember(name: string, organization: string, role: string): string
  declined: string
  didNotJoin(organization: string): string
  closed: string
  reasons: Readonly<Record<Exclude<InviteStatus, 'pending'>, string>>
  unknown: string
  checkLink: string
}

const en: InviteTexts = {
  join: (organization) => `Join ${organization}`,
  decline: 'Decline',
  invited: (email, role, day) =>
    `You are invited as ${email}, with the role ${role}. The invitation is valid until ${day}.`,
  yourName: 'Your name',
  joinAs: (name) => `You join as ${name}.`,
  nameMissing: 'Enter your name.',
  nameTooLong: (max) => `Enter a name of at most ${max} characters.`,
  yourPassword: 'Your password',
  newPassword: 'Password of at least 10 characters, to sign in here; leave it empty if you only use API keys',
  passwordWrong: 'This is not your password, or it was wrong too often. Try again in 15 minutes at the latest.',
  passwordFaults: {
    short: 'Choose a password of at least 10 characters.',
    long: 'Choose a password of at most 200 characters.',
    address: 'Choose a password that is not your e-mail address.',
    guessable:
      'Choose a password that is harder to guess: several words, or letters, digits and signs without a pattern.',
  },
  welcome: 'Welcome',
  isMember: (name, organization, role) => `${name}, you are now a member of ${organization}, with the role ${role}.`,
  declined: 'Invitation declined',
  didNotJoin: (organization) => `You did not join ${organization}. The link is no longer valid.`,
  closed: 'This link is no longer valid',
  reasons: {
    accepted: 'This invitation was accepted already.',
    declined: 'This invitation was declined.',
    expired: 'This invitation has expired. Ask for a new one.',
    revoked: 'This invitation was withdrawn. Ask for a new one.',
  },
  unknown: 'This link is not known',
  checkLink: 'Open the link in the mail again, and check that it is complete.',
}

const de: InviteTexts = {
  join: (organization) => `${organization} beitreten`,
  decline: 'Ablehnen',
  invited: (email, role, day) =>
    `Sie sind als ${email} eingeladen, mit der Rolle ${role}. Die Einladung gilt bis ${day}.`,
  yourName: 'Ihr Name',
  joinAs: (name) => `Sie treten als ${name} bei.`,
  nameMissing: 'Geben Sie Ihren Namen ein.',
  nameTooLong: (max) => `Geben Sie einen Namen mit höchstens ${max} Zeichen ein.`,
  yourPassword: 'Ihr Passwort',
  newPassword: 'Passwort mit mindestens 10 Zeichen zum Anmelden; leer, wenn Sie nur API-Schlüssel verwenden',
  passwordWrong: 'Das ist nicht Ihr Passwort, oder es war zu oft falsch. Versuchen Sie es spätestens in 15 Minuten.',
  passwordFaults: {
    short: 'Wählen Sie ein Passwort mit mindestens 10 Zeichen.',
    long: 'Wählen Sie ein Passwort mit höchstens 200 Zeichen.',
    address: 'Wählen Sie ein Passwort, das nicht Ihre E-Mail-Adresse ist.',
    guessable:
      'Wählen Sie ein Passwort, das schwerer zu erraten ist: mehrere Wörter oder Buchstaben, Ziffern und Zeichen ohne Muster.',
  },
  welcome: 'Willkommen',
  isMember: (name, organization, role) =>
    `${name}, Sie sind jetzt Mitglied von ${organization}, mit der Rolle ${role}.`,
  declined: 'Einladung abgelehnt',
  didNotJoin: (organization) => `Sie sind ${organization} nicht beigetreten. Der Link gilt nicht mehr.`,
  closed: 'Dieser Link gilt nicht mehr',
  reasons: {
    accepted: 'Diese Einladung wurde bereits angenommen.',
    declined: 'Diese Einladung wurde abgelehnt.',
    expired: 'Diese Einladung ist abgelaufen. Bitten Sie um eine neue.',
    revoked: 'Diese Einladung wurde zurückgezogen. Bitten Sie um eine neue.',
  },
  unknown: 'Dieser Link ist nicht bekannt',
  checkLink: 'Öffnen Sie den Link in der E-Mail noch einmal, und prüfen Sie, ob er vollständig ist.',
}

/** The texts of the page of an invite, in the languages of the Studio. */
const inviteTexts = (language: Language): InviteTexts => ({ en, de })[language]

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
