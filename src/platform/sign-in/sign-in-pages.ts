/** The pages on which people sign in, make the first account, and see and end their sessions. */
import { type Html, html, NO_HTML } from '../http/html.ts'
import { OPENAPI_PATH } from '../http/openapi.ts'
import type { Page, PageCall, PageReply } from '../http/pages.ts'
import { sessionCookie, sessionTokenOf } from '../http/session-cookie.ts'
import { type Passwords, passwordFault } from '../passwords/passwords.ts'
import { FIRST_OWNER_PATH, type FirstOwner } from './first-owner.ts'
import { LONGEST_MS, type OpenSession, type Sessions } from './sessions.ts'
import { type SignInTexts, signInTexts } from './sign-in-texts.ts'

export const SIGN_IN_PATH = '/sign-in'
export const ACCOUNT_PATH = '/account'
const STUDIO_PATH = '/'
const MAX_NAME = 200
const ADDRESS = /^[^\s@"<>(),:;\\\p{Cc}]{1,200}@[^\s@"<>(),:;\\\p{Cc}]{1,50}$/u

export interface SignInPagesOptions {
  sessions: Sessions
  passwords: Passwords
  firstOwner: FirstOwner
  publicUrl: string | undefined
  /** True when the server serves the Studio. */
  hasStudio: boolean
}

export function signInPages({ sessions, passwords, firstOwner, publicUrl, hasStudio }: SignInPagesOptions): Page[] {
  /** After signing in. */
  const home = hasStudio ? STUDIO_PATH : ACCOUNT_PATH
  const openSession = (call: PageCall) => sessions.open(sessionTokenOf(call.header('cookie'), publicUrl))

  /** Ends with 303: the browser then shows another page, and a reload does not send the form again. */
  const goTo = (path: string, token?: string | null): PageReply => ({
    status: 303,
    title: 'Sightline',
    body: NO_HTML,
    headers: {
      location: path,
      ...(token !== undefined && { 'set-cookie': sessionCookie(token, publicUrl, LONGEST_MS / 1000) }),
    },
  })

  async function begin(call: PageCall, userId: string): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const token = await sessions.begin(userId, call.header('user-agent') ?? '')
    if (token !== null) return goTo(home, token)
    return { status: 403, title: texts.signIn, body: html`<p>${texts.noMember}</p>` }
  }

  async function signIn(call: PageCall): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const email = emailOf(call)
    const waits = [
      await passwords.attempts.begin('address', call.address),
      await passwords.attempts.begin('account', email),
    ].filter((wait) => wait !== null)
    if (waits.length > 0) {
      const wait = Math.max(...waits)
      const reply = signInForm(texts, email, 429, texts.tooMany(Math.ceil(wait / 60)))
      return { ...reply, headers: { 'retry-after': String(wait) } }
    }
    const userId = await passwords.userOf(email, call.form.get('password') ?? '')
    if (userId === null) return signInForm(texts, email, 422, texts.wrong)
    await passwords.attempts.forget('account', email)
    return begin(call, userId)
  }

  async function createOwner(call: PageCall): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const token = call.params.token ?? ''
    if (!(await firstOwner.isValid(token))) return linkOver(texts)
    const email = emailOf(call)
    const fullName = (call.form.get('full_name') ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    const password = call.form.get('password') ?? ''
    const fault = passwordFault(password, email)
    if (fullName === '' || fullName.length > MAX_NAME) return ownerForm(texts, fullName, email, texts.nameWrong)
    if (!ADDRESS.test(email)) return ownerForm(texts, fullName, email, texts.emailWrong)
    if (fault) return ownerForm(texts, fullName, email, texts.faults[fault])
    const userId = await firstOwner.create(token, { email, fullName, passwordHash: await passwords.hash(password) })
    return userId === null ? linkOver(texts) : begin(call, userId)
  }

  async function account(call: PageCall, session: OpenSession): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const all = await sessions.list(session.userId)
    const rows = all.map(({ id, user_agent, last_used_at }) => {
      const isThis = id === session.id ? html` (${texts.thisOne})` : NO_HTML
      const used = texts.lastUsed(last_used_at.slice(0, 16).replace('T', ' '))
      return html`<p>${user_agent}, ${used}${isThis} <button name="end" value="${id}" class="plain">${texts.end}</button></p>\n`
    })
    const studio = hasStudio ? html`<p><a href="${STUDIO_PATH}">${texts.studio}</a></p>\n` : NO_HTML
    const body = html`<p>${texts.signedIn(session.fullName, session.organization, session.role)}</p>
${studio}<p>${texts.api} <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a>.</p>
<form method="post">
<button name="end" value="${session.id}">${texts.signOut}</button>
<h2>${texts.sessions}</h2>
${{ html: rows.map((row) => row.html).join('') }}</form>`
    return { status: 200, title: 'Sightline', body }
  }

  const signInPage: Page = {
    path: SIGN_IN_PATH,
    ownFormsOnly: true,
    get: async (call) => ((await openSession(call)) ? goTo(home) : signInForm(signInTexts(call.language), '')),
    post: signIn,
  }
  const firstOwnerPage: Page = {
    path: FIRST_OWNER_PATH,
    ownFormsOnly: true,
    async get(call) {
      const texts = signInTexts(call.language)
      return (await firstOwner.isValid(call.params.token ?? '')) ? ownerForm(texts, '', '') : linkOver(texts)
    },
    post: createOwner,
  }
  const accountPage: Page = {
    path: ACCOUNT_PATH,
    ownFormsOnly: true,
    async get(call) {
      const session = await openSession(call)
      return session ? account(call, session) : goTo(SIGN_IN_PATH)
    },
    async post(call) {
      const session = await openSession(call)
      if (!session) return goTo(SIGN_IN_PATH)
      const ended = call.form.get('end') ?? ''
      await sessions.end(session.userId, ended)
      return ended === session.id ? goTo(SIGN_IN_PATH, null) : goTo(ACCOUNT_PATH)
    },
  }
  return [signInPage, firstOwnerPage, accountPage]
}

const emailOf = ({ form }: PageCall): string => (form.get('email') ?? '').trim().toLowerCase()

const linkOver = (texts: SignInTexts): PageReply => ({
  status: 410,
  title: texts.linkOver,
  body: html`<p>${texts.linkOverWhy}</p>`,
})

const errorOf = (error: string | undefined): Html =>
  error === undefined ? NO_HTML : html`<p class="error" role="alert">${error}</p>`

const emailField = (texts: SignInTexts, email: string): Html => html`<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">`

const signInForm = (texts: SignInTexts, email: string, status = 200, error?: string): PageReply => ({
  status,
  title: texts.signIn,
  body: html`<form method="post">
${errorOf(error)}
${emailField(texts, email)}
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>${texts.signIn}</button>
</form>`,
})

/** An error makes it 422. */
const ownerForm = (texts: SignInTexts, name: string, email: string, error?: string): PageReply => ({
  status: error === undefined ? 200 : 422,
  title: texts.firstOwner,
  body: html`<p>${texts.firstOwnerIntro}</p>
<form method="post">
${errorOf(error)}
<label for="full_name">${texts.name}</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="${String(MAX_NAME)}" value="${name}">
${emailField(texts, email)}
<label for="password">${texts.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10">
<button>${texts.create}</button>
</form>`,
})
