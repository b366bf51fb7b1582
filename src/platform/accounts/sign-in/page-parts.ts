/** Parts that the pages for signing in and of the account share. */
import { hostCookie } from '../../http/host-cookie.ts'
import { type Html, html, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { returnPathOf } from '../../http/return-cookie.ts'
import { sessionCookie, sessionTokenOf } from '../../http/session-cookie.ts'
import type { Failures } from '../audit/failures.ts'
import type { Attempts } from '../passwords/attempts.ts'
import { countAttempt, forgetAttempts, type Passwords, takeBackAttempt } from '../passwords/passwords.ts'
import { PENDING_MS, type PendingSignIns } from './pending-sign-ins.ts'
import type { SecondFactors } from './second-factor.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { LONGEST_MS, type SessionStart, type Sessions } from './sessions.ts'
import { type SignInTexts, signInTexts } from './sign-in-texts.ts'

export const SIGN_IN_PATH = '/sign-in'
export const ACCOUNT_PATH = '/account'
/** The path of the Studio, where the server serves it. */
export const STUDIO_PATH = '/'

/** Ends with 303: the browser then shows another page, and a reload does not send the form again. */
export const goTo = (path: string): PageReply => ({
  status: 303,
  title: 'Sightline',
  body: NO_HTML,
  headers: { location: path },
})

/** `token`: of the session that the browser gets; null removes the one it has. */
export const goWithSession = (path: string, token: string | null, publicUrl: string | undefined): PageReply => ({
  ...goTo(path),
  headers: { location: path, 'set-cookie': sessionCookie(token, publicUrl, LONGEST_MS / 1000) },
})

export const startOf = (call: PageCall, way: SessionStart['way']): SessionStart => ({
  way,
  userAgent: call.header('user-agent') ?? '',
  address: call.address,
})

/** The path after signing in: the page that required it, or else the Studio or, without one, the account's page. */
export const nextPageOf = (call: PageCall, hasStudio: boolean): string =>
  returnPathOf(call.header('cookie')) ?? (hasStudio ? STUDIO_PATH : ACCOUNT_PATH)

export const noMember = (texts: SignInTexts): PageReply => ({
  status: 403,
  title: texts.signIn,
  body: html`<p>${texts.noMember}</p>`,
})

export const errorOf = (error: string | undefined): Html =>
  error === undefined ? NO_HTML : html`<p class="error" role="alert">${error}</p>`

/** The reply with status 429 and the number of seconds to wait. */
export const tooMany = (reply: PageReply, waitS: number): PageReply => ({
  ...reply,
  status: 429,
  headers: { 'retry-after': String(waitS) },
})

interface Account {
  userId: string
  email: string
}

/** Not numeric: a recovery code has letters. */
export const codeField = (label: string): Html => html`<label for="code">${label}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required maxlength="40">`

/** Counts a guess of a code by the day, beside the attempts to sign in. Returns null, or the number of seconds to wait. */
async function countCodeAttempt(attempts: Attempts, call: PageCall, { userId, email }: Account) {
  return (await countAttempt(attempts, call, email)) ?? attempts.begin('code', userId)
}

/** After a right code. */
export async function forgetCodeAttempts(
  attempts: Attempts,
  call: PageCall,
  { userId, email }: Account,
): Promise<void> {
  await takeBackAttempt(attempts, call)
  await forgetAttempts(attempts, call, email)
  await attempts.forget('code', userId)
}

const CODE_PATH = '/sign-in/code'
const PENDING_COOKIE = 'sightline-sign-in'

export interface CodeStep {
  page: Page
  isNeeded(userId: string): Promise<boolean>
  /** After the right password: leads to the page. Null for a person without two-factor sign-in. */
  begin(userId: string, checkedFrom: Date): Promise<PageReply | null>
}

interface CodeStepOptions {
  sessions: Sessions
  secondFactors: SecondFactors
  pending: PendingSignIns
  passwords: Passwords
  failures: Failures
  publicUrl: string | undefined
  hasStudio: boolean
}

/** The second step of signing in: the page that asks for a code after the password. */
export function createCodeStep(options: CodeStepOptions): CodeStep {
  const { sessions, secondFactors, pending, passwords, failures, publicUrl, hasStudio } = options
  const cookie = hostCookie(PENDING_COOKIE, publicUrl)
  const tokenOf = (call: PageCall) => cookie.tokenOf(call.header('cookie'))

  async function signIn(call: PageCall): Promise<PageReply> {
    const texts = secondFactorTexts(call.language)
    const token = tokenOf(call)
    const begun = await pending.open(token)
    if (token === null || !begun) return over(call)
    const { userId, checkedFrom } = begun
    const wait = await countCodeAttempt(passwords.attempts, call, begun)
    const failed = () => failures.note({ action: 'signIn.code', address: call.address, email: begun.email })
    if (wait !== null) {
      await failed()
      return tooMany(codeForm(call, texts.tooMany(wait)), wait)
    }
    const consume = await secondFactors.consumptionOf(userId, call.form.get('code') ?? '')
    let isRight = true
    const session = await sessions.begin(userId, startOf(call, 'code'), checkedFrom, async (tx) => {
      isRight = await pending.complete(tx, token, consume)
      return isRight
    })
    if (!isRight) {
      await failed()
      return codeForm(call, texts.codeWrong)
    }
    if (session === null) return noMember(signInTexts(call.language))
    await forgetCodeAttempts(passwords.attempts, call, begun)
    return goWithSession(nextPageOf(call, hasStudio), session, publicUrl)
  }

  const page: Page = {
    path: CODE_PATH,
    ownFormsOnly: true,
    async get(call) {
      if (await sessions.open(sessionTokenOf(call.header('cookie'), publicUrl)))
        return goTo(nextPageOf(call, hasStudio))
      return (await pending.open(tokenOf(call))) ? codeForm(call) : goTo(SIGN_IN_PATH)
    },
    post: signIn,
  }
  return {
    page,
    isNeeded: secondFactors.isOn,
    async begin(userId, checkedFrom) {
      if (!(await secondFactors.isOn(userId))) return null
      const token = await pending.begin(userId, checkedFrom)
      return {
        ...goTo(CODE_PATH),
        headers: { location: CODE_PATH, 'set-cookie': cookie.set(token, PENDING_MS / 1000) },
      }
    },
  }
}

/** An error makes it 422. */
function codeForm({ language }: PageCall, error?: string): PageReply {
  const texts = secondFactorTexts(language)
  return {
    status: error === undefined ? 200 : 422,
    title: texts.codeTitle,
    body: html`<p>${texts.codeIntro}</p>
<form method="post">
${errorOf(error)}
${codeField(texts.code)}
<button>${signInTexts(language).signIn}</button>
</form>
<p>${texts.codeLost}</p>
<p><a href="${SIGN_IN_PATH}">${texts.startAgain}</a></p>`,
  }
}

function over({ language }: PageCall): PageReply {
  const texts = secondFactorTexts(language)
  return {
    status: 410,
    title: texts.overTitle,
    body: html`<p>${texts.over}</p>
<p><a href="${SIGN_IN_PATH}">${texts.startAgain}</a></p>`,
  }
}
