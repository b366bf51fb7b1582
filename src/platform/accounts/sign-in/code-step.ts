/** The second step of signing in: the page that asks for a code after the password. */

import { hostCookie } from '../../http/host-cookie.ts'
import { html } from '../../http/html.ts'
import type { Page, PageCall, PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import type { Failures } from '../audit/failures.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { codeField, countCodeAttempt, forgetCodeAttempts } from './code-parts.ts'
import { errorOf, goTo, goWithSession, nextPageOf, noMember, SIGN_IN_PATH, startOf, tooMany } from './page-parts.ts'
import { PENDING_MS, type PendingSignIns } from './pending-sign-ins.ts'
import type { SecondFactors } from './second-factor.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import type { Sessions } from './sessions.ts'
import { signInTexts } from './sign-in-texts.ts'

const CODE_PATH = '/sign-in/code'
const PENDING_COOKIE = 'sightline-sign-in'

export interface CodeStep {
  page: Page
  isNeeded(userId: string): Promise<boolean>
  /** After the right password: leads to the page. Null for a person without two-factor sign-in. */
  begin(userId: string, checkedFrom: Date): Promise<PageReply | null>
}

export interface CodeStepOptions {
  sessions: Sessions
  secondFactors: SecondFactors
  pending: PendingSignIns
  passwords: Passwords
  failures: Failures
  publicUrl: string | undefined
  hasStudio: boolean
}

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
