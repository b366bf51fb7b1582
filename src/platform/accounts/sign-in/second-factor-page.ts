/** The page on which a person turns two-factor sign-in on and off, and makes recovery codes. */

import encodeQR from 'qr'
import type { Database } from '../../db/database.ts'
import { type Html, html, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import { pageCaller } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Failures } from '../audit/failures.ts'
import { countAttempt, type Passwords } from '../passwords/passwords.ts'
import { ACCOUNT_PATH, codeField, errorOf, forgetCodeAttempts, goTo, SIGN_IN_PATH, tooMany } from './page-parts.ts'
import type { SecondFactors } from './second-factor.ts'
import { type SecondFactorTexts, secondFactorTexts } from './second-factor-texts.ts'
import type { OpenSession, Sessions } from './sessions.ts'
import { uriOf } from './time-codes.ts'

const SECOND_FACTOR_PATH = '/account/second-factor'
/** Names of the changes in the audit log, by the values of their buttons. */
const ACTIONS = {
  'turn-on': 'secondFactor.turnOn',
  'turn-off': 'secondFactor.turnOff',
  renew: 'secondFactor.renewCodes',
} as const
type Action = keyof typeof ACTIONS

export interface SecondFactorPage {
  page: Page
  /** The section of the account's page for two-factor sign-in. */
  section(call: PageCall, session: OpenSession): Promise<Html>
}

export interface SecondFactorPageOptions {
  sessions: Sessions
  secondFactors: SecondFactors
  passwords: Passwords
  failures: Failures
  now: () => Date
  publicUrl: string | undefined
  /** The name of this server in an authenticator app. */
  issuer(): string
}

export function createSecondFactorPage(options: SecondFactorPageOptions): SecondFactorPage {
  const { sessions, secondFactors, passwords, failures, publicUrl, issuer, now } = options
  const openSession = (call: PageCall) => sessions.open(sessionTokenOf(call.header('cookie'), publicUrl))

  /** An error makes it 422. */
  async function show(call: PageCall, { userId, email }: OpenSession, error?: string): Promise<PageReply> {
    const texts = secondFactorTexts(call.language)
    const state = await secondFactors.state(userId)
    const body =
      state.is === 'on'
        ? changeForm(texts, texts.isOn(dayOf(state.since), state.recoveryCodes), error)
        : state.is === 'pending' && state.secret !== null
          ? setUpForm(texts, state.secret, uriOf(state.secret, issuer(), email), error)
          : html`${errorOf(error)}<p>${texts.intro} ${texts.isOff}</p>\n${setUpButton(texts)}`
    return { status: error === undefined ? 200 : 422, title: texts.title, body: html`${body}\n${toAccount(texts)}` }
  }

  /** Makes a change that needs password and code, unless one of them is wrong. */
  async function change(call: PageCall, session: OpenSession): Promise<PageReply> {
    const texts = secondFactorTexts(call.language)
    const { userId, email } = session
    const asked = call.form.get('action')
    const action = asked === 'turn-on' || asked === 'turn-off' ? asked : 'renew'
    const failed = () => failures.note({ action: ACTIONS[action], address: call.address, by: session })
    const late = async (wait: number) => {
      await failed()
      return tooMany(await show(call, session, texts.tooMany(wait)), wait)
    }

    const wait = await countAttempt(passwords.attempts, call, email)
    if (wait !== null) return late(wait)
    const known = await passwords.userOf(email, call.form.get('password') ?? '', call.address)
    if (known !== userId) {
      await failed()
      return show(call, session, texts.passwordWrong)
    }
    const codeWait = await passwords.attempts.begin('code', userId)
    if (codeWait !== null) return late(codeWait)

    const done = await changeWith(call, action, session, texts)
    if (done === null) {
      await failed()
      return show(call, session, texts.codeWrong)
    }
    await forgetCodeAttempts(passwords.attempts, call, session)
    return done
  }

  /** Null for a wrong code. */
  async function changeWith(call: PageCall, action: Action, session: OpenSession, texts: SecondFactorTexts) {
    const { userId, id } = session
    const code = call.form.get('code') ?? ''
    const change = { caller: pageCaller(session), action: ACTIONS[action], object: {}, address: call.address }
    const note = (tx: Database) => writeEntry(tx, change, 'done', now())
    if (action === 'turn-off') {
      return (await secondFactors.turnOff(userId, code, note)) ? turnedOff(texts) : null
    }
    if (action === 'turn-on') {
      const codes = await secondFactors.turnOn(userId, code, id, note)
      return codes && codesPage(texts, texts.isTurnedOn, codes)
    }
    const codes = await secondFactors.renewRecoveryCodes(userId, code, note)
    return codes && codesPage(texts, texts.isRenewed, codes)
  }

  const page: Page = {
    path: SECOND_FACTOR_PATH,
    ownFormsOnly: true,
    async get(call) {
      const session = await openSession(call)
      return session ? show(call, session) : goTo(SIGN_IN_PATH)
    },
    async post(call) {
      const session = await openSession(call)
      if (!session) return goTo(SIGN_IN_PATH)
      const action = call.form.get('action')
      if (action === 'cancel') {
        await secondFactors.cancelSetUp(session.userId)
        return goTo(ACCOUNT_PATH)
      }
      if (action !== 'set-up') return change(call, session)
      await secondFactors.setUp(session.userId)
      return goTo(SECOND_FACTOR_PATH)
    },
  }

  return {
    page,
    async section(call, { userId }) {
      if (!(await passwords.has(userId))) return NO_HTML
      const texts = secondFactorTexts(call.language)
      const state = await secondFactors.state(userId)
      const content =
        state.is === 'on'
          ? html`<p>${texts.isOn(dayOf(state.since), state.recoveryCodes)} <a href="${SECOND_FACTOR_PATH}">${texts.manage}</a></p>`
          : html`<p>${texts.intro} ${texts.isOff}</p>\n${setUpButton(texts)}`
      return html`<h2>${texts.title}</h2>\n${content}`
    },
  }
}

const dayOf = (time: string): string => time.slice(0, 10)

/** In groups of four, as authenticator apps accept it too. */
const legible = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

const toAccount = (texts: SecondFactorTexts): Html => html`<p><a href="${ACCOUNT_PATH}">${texts.toAccount}</a></p>`

const passwordField = (texts: SecondFactorTexts): Html => html`<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`

const setUpButton = (texts: SecondFactorTexts): Html => html`<form method="post" action="${SECOND_FACTOR_PATH}">
<button name="action" value="set-up">${texts.setUp}</button>
</form>`

/** The margin that readers need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * QR codes as SVG in a page, which need neither a script nor a style that its policy would refuse.
 * `label`: for people who don't see it.
 */
export const qrCode = (content: string, label: string): Html =>
  html`<div class="qr" role="img" aria-label="${label}">${{ html: encodeQR(content, 'svg', { border: QUIET_ZONE }) }}</div>`

const setUpForm = (
  texts: SecondFactorTexts,
  secret: string,
  uri: string,
  error?: string,
): Html => html`<p>${texts.scan}</p>
${qrCode(uri, texts.qrCode)}
<p>${texts.key} <code>${legible(secret)}</code></p>
<form method="post">
<p>${texts.confirm}</p>
${errorOf(error)}
${passwordField(texts)}
${codeField(texts.appCode)}
<button name="action" value="turn-on">${texts.turnOn}</button>
<button name="action" value="cancel" class="plain" formnovalidate>${texts.cancel}</button>
</form>`

const changeForm = (texts: SecondFactorTexts, state: string, error?: string): Html => html`<p>${state}</p>
<form method="post">
<p>${texts.allow}</p>
${errorOf(error)}
${passwordField(texts)}
${codeField(texts.code)}
<button name="action" value="renew">${texts.renew}</button>
<button name="action" value="turn-off" class="plain">${texts.turnOff}</button>
</form>`

const codesPage = (texts: SecondFactorTexts, done: string, codes: readonly string[]): PageReply => ({
  status: 200,
  title: texts.codesTitle,
  body: html`<p role="status">${done}</p>
<p>${texts.codesIntro}</p>
<pre>${codes.join('\n')}</pre>
${toAccount(texts)}`,
})

const turnedOff = (texts: SecondFactorTexts): PageReply => ({
  status: 200,
  title: texts.title,
  body: html`<p role="status">${texts.isTurnedOff}</p>\n${toAccount(texts)}`,
})
