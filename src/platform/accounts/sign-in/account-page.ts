/** The page on which a person sees and ends sessions, and changes the password. */

import { OPENAPI_PATH } from '../../http/openapi.ts'
import { type Html, html, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import { pageCaller } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Failures } from '../audit/failures.ts'
import { countAttempt, type Passwords, passwordFault } from '../passwords/passwords.ts'
import { browserName } from './browser-name.ts'
import {
  ACCOUNT_PATH,
  errorOf,
  forgetCodeAttempts,
  goTo,
  goWithSession,
  SIGN_IN_PATH,
  STUDIO_PATH,
  tooMany,
} from './page-parts.ts'
import type { OpenSession, Sessions } from './sessions.ts'
import { signInTexts } from './sign-in-texts.ts'

export interface AccountPageOptions {
  sessions: Sessions
  passwords: Passwords
  failures: Failures
  now: () => Date
  publicUrl: string | undefined
  /** True when the server serves the Studio. */
  hasStudio: boolean
  /** The section on two-factor sign-in. */
  secondFactor(call: PageCall, session: OpenSession): Promise<Html>
  /** The account at the provider; none without one. */
  linkSection(call: PageCall, session: OpenSession): Promise<Html>
}

/** The outcome of a change of the password. */
type Outcome = { error: string } | { done: string }

export function accountPage(options: AccountPageOptions): Page {
  const { sessions, passwords, failures, publicUrl, hasStudio, secondFactor, linkSection, now } = options
  const openSession = (call: PageCall) => sessions.open(sessionTokenOf(call.header('cookie'), publicUrl))

  /** An error makes it 422. */
  async function account(call: PageCall, session: OpenSession, outcome?: Outcome): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const all = await sessions.list(session.userId)
    const rows = all.map(({ id, user_agent, last_used_at }) => {
      const name = texts.browser(browserName(user_agent))
      const used = id === session.id ? texts.thisOne : texts.lastUsed(last_used_at.slice(0, 16).replace('T', ' '))
      return html`<li><span>${name}<br><small>${used}</small></span><button name="end" value="${id}" class="plain" aria-label="${texts.endOf(name)}">${texts.end}</button></li>\n`
    })
    const error = outcome && 'error' in outcome ? outcome.error : undefined
    const done = outcome && 'done' in outcome ? html`<p role="status">${outcome.done}</p>` : NO_HTML
    const studio = hasStudio ? html`<a href="${STUDIO_PATH}">${texts.studio}</a><br>\n` : NO_HTML
    const body = html`<p>${texts.signedIn(session.fullName, session.organization, session.role)}</p>
<p>${studio}<a href="/connect">${texts.connect}</a><br>
${texts.api} <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a></p>
<form method="post">
<button name="end" value="${session.id}">${texts.signOut}</button>
</form>
<form method="post">
<h2>${texts.sessions}</h2>
<ul class="rows">
${{ html: rows.map((row) => row.html).join('') }}</ul>
</form>
${await linkSection(call, session)}<form method="post">
<h2>${texts.changePassword}</h2>
${done}${errorOf(error)}
<input name="username" type="hidden" autocomplete="username" value="${session.email}">
<label for="old_password">${texts.oldPassword}</label>
<input id="old_password" name="old_password" type="password" autocomplete="current-password" required>
<label for="new_password">${texts.changedPassword}</label>
<input id="new_password" name="new_password" type="password" autocomplete="new-password" required minlength="10">
<button>${texts.changePassword}</button>
</form>
${await secondFactor(call, session)}`
    return { status: error === undefined ? 200 : 422, title: texts.account, body }
  }

  async function changePassword(call: PageCall, session: OpenSession): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const wanted = call.form.get('new_password') ?? ''
    const fault = await passwordFault(wanted, session.email, session.fullName)
    if (fault) return account(call, session, { error: texts.faults[fault] })
    const action = 'password.change'
    const failed = () => failures.note({ action, address: call.address, by: session })
    const wait = await countAttempt(passwords.attempts, call, session.email)
    if (wait !== null) {
      await failed()
      return tooMany(await account(call, session, { error: texts.tooMany(Math.ceil(wait / 60)) }), wait)
    }
    const userId = await passwords.userOf(session.email, call.form.get('old_password') ?? '', call.address)
    if (userId !== session.userId) {
      await failed()
      return account(call, session, { error: texts.oldPasswordWrong })
    }
    const hash = await passwords.hash(wanted, call.address)
    await sessions.endOthers(session.userId, session.id, async (tx) => {
      await passwords.store(tx, session.userId, hash)
      const change = { caller: pageCaller(session), action, object: {}, address: call.address }
      await writeEntry(tx, change, 'done', now())
    })
    await forgetCodeAttempts(passwords.attempts, call, session)
    return account(call, session, { done: texts.passwordChanged })
  }

  return {
    path: ACCOUNT_PATH,
    ownFormsOnly: true,
    async get(call) {
      const session = await openSession(call)
      return session ? account(call, session) : goTo(SIGN_IN_PATH)
    },
    async post(call) {
      const session = await openSession(call)
      if (!session) return goTo(SIGN_IN_PATH)
      if (call.form.has('new_password')) return changePassword(call, session)
      const ended = call.form.get('end') ?? ''
      await sessions.end(session, ended, call.address)
      return ended === session.id ? goWithSession(SIGN_IN_PATH, null, publicUrl) : goTo(ACCOUNT_PATH)
    },
  }
}
