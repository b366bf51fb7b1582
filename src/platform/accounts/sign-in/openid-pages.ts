/** The pages on which people sign in with the provider, and link their accounts at it. */

import { type Html, html } from '../../http/html.ts'
import type { Language, Page, PageCall, PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import type { Log } from '../../machine/log.ts'
import type { Failures } from '../audit/failures.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Identities } from './identities.ts'
import { OpenIdFailure, type OpenIdProvider } from './openid-provider.ts'
import { openIdTexts } from './openid-texts.ts'
import type { Transaction, Transactions } from './openid-transaction.ts'
import { ACCOUNT_PATH, errorOf, goTo, SIGN_IN_PATH } from './page-parts.ts'
import type { OpenSession, Sessions } from './sessions.ts'

export const OPENID_PATH = `${SIGN_IN_PATH}/openid`
export const CALLBACK_PATH = `${OPENID_PATH}/callback`
const LINK_PATH = `${ACCOUNT_PATH}/openid`

export interface OpenIdSignIn {
  provider: OpenIdProvider
  identities: Identities
  transactions: Transactions
}

export interface OpenIdPagesOptions extends OpenIdSignIn {
  sessions: Sessions
  passwords: Passwords
  failures: Failures
  publicUrl: string | undefined
  /** Scheme, host and port of the server. */
  origin(): string
  now: () => Date
  log: Log
  /** Begins a session, as after a password. */
  begin(call: PageCall, userId: string, checkedFrom: Date): Promise<PageReply>
  /** The page for signing in, with an error. */
  signInPage(call: PageCall, error: string): PageReply
}

export function openIdPages(options: OpenIdPagesOptions): Page[] {
  const { provider, identities, transactions, sessions, passwords, failures, publicUrl, origin, now, log } = options
  const { name } = provider
  const openSession = (call: PageCall) => sessions.open(sessionTokenOf(call.header('cookie'), publicUrl))
  const redirectUri = () => origin() + CALLBACK_PATH

  const refused = (call: PageCall, status: number, error: string): PageReply => ({
    ...options.signInPage(call, error),
    status,
  })
  const notLinked = ({ language }: PageCall, status: number, error: string): PageReply => {
    const texts = openIdTexts(language)
    return {
      status,
      title: texts.link(name),
      body: html`${errorOf(error)}<p><a href="${ACCOUNT_PATH}">${texts.account}</a></p>`,
    }
  }

  function failed(call: PageCall, failure: unknown, linksTo: string | null): PageReply {
    if (!(failure instanceof OpenIdFailure)) throw failure
    const texts = openIdTexts(call.language)
    const { reason, message } = failure
    if (message !== 'access_denied') log('warning', `A sign-in with ${name} failed, ${reason}: ${message}.`)
    const status = { declined: 403, down: 503, unverified: 502 }[reason]
    if (linksTo === null) return refused(call, status, texts[reason](name))
    return notLinked(call, status, texts[reason === 'down' ? 'downForLink' : reason](name))
  }

  /**
   * Leaves for the provider from a page, and not by a redirect: the policy of forms would have to allow every address that
   * the provider redirects to.
   */
  async function leave(call: PageCall, linksTo: string | null): Promise<PageReply> {
    const texts = openIdTexts(call.language)
    try {
      const { url, secrets } = await provider.begin(redirectUri())
      return {
        status: 200,
        title: linksTo === null ? texts.signIn(name) : texts.link(name),
        body: html`<p><a href="${url}">${texts.leave(name)}</a></p>`,
        headers: { refresh: `0; url=${url}`, 'set-cookie': transactions.begin(secrets, linksTo) },
      }
    } catch (error) {
      return failed(call, error, linksTo)
    }
  }

  async function signIn(call: PageCall, subject: string, checkedFrom: Date): Promise<PageReply> {
    const userId = await identities.userOf(subject)
    if (userId === null) {
      await failures.note({ action: 'signIn.provider', address: call.address })
      return refused(call, 403, openIdTexts(call.language).unknown(name))
    }
    return options.begin(call, userId, checkedFrom)
  }

  async function link(call: PageCall, subject: string, linksTo: string): Promise<PageReply> {
    const texts = openIdTexts(call.language)
    const session = await openSession(call)
    if (session?.userId !== linksTo) return refused(call, 403, texts.signedOut(name))
    const outcome = await identities.link(session, subject)
    return outcome === 'linked' ? goTo(ACCOUNT_PATH) : notLinked(call, 409, texts[outcome](name))
  }

  async function answered(call: PageCall, transaction: Transaction): Promise<PageReply> {
    const { linksTo } = transaction
    const checkedFrom = now()
    try {
      const subject = await provider.subjectOf(new URL(`${redirectUri()}?${call.query}`), transaction)
      return linksTo === null ? await signIn(call, subject, checkedFrom) : await link(call, subject, linksTo)
    } catch (error) {
      if (linksTo === null && error instanceof OpenIdFailure && error.reason === 'unverified') {
        await failures.note({ action: 'signIn.provider', address: call.address })
      }
      return failed(call, error, linksTo)
    }
  }

  return [
    {
      path: OPENID_PATH,
      ownFormsOnly: true,
      get: async () => goTo(SIGN_IN_PATH),
      post: (call) => leave(call, null),
    },
    {
      path: CALLBACK_PATH,
      async get(call) {
        const transaction = await transactions.take(call.header('cookie'), call.query.get('state'))
        if (!transaction) return refused(call, 400, openIdTexts(call.language).over(name))
        return withCookie(await answered(call, transaction), transactions.removal)
      },
      post: async () => goTo(SIGN_IN_PATH),
    },
    {
      path: LINK_PATH,
      ownFormsOnly: true,
      get: async () => goTo(ACCOUNT_PATH),
      async post(call) {
        const session = await openSession(call)
        if (!session) return goTo(SIGN_IN_PATH)
        if (call.form.get('change') !== 'unlink') return leave(call, session.userId)
        if (!(await passwords.has(session.userId))) return notLinked(call, 409, openIdTexts(call.language).noPassword)
        await identities.unlink(session)
        return goTo(ACCOUNT_PATH)
      },
    },
  ]
}

const withCookie = (reply: PageReply, cookie: string): PageReply => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': [cookie, ...[reply.headers?.['set-cookie'] ?? []].flat()] },
})

/** Of the page for signing in. */
export const signInButton = ({ provider: { name } }: OpenIdSignIn, language: Language): Html =>
  html`<form method="post" action="${OPENID_PATH}">
<button class="plain">${openIdTexts(language).signIn(name)}</button>
</form>`

/** Of the account's page. */
export async function linkSection(
  { provider: { name }, identities }: OpenIdSignIn,
  language: Language,
  { userId }: OpenSession,
): Promise<Html> {
  const texts = openIdTexts(language)
  const isLinked = await identities.isLinked(userId)
  return html`<form method="post" action="${LINK_PATH}">
<h2>${name}</h2>
<p>${isLinked ? texts.isLinked(name) : texts.isNotLinked(name)}</p>
<button name="change" value="${isLinked ? 'unlink' : 'link'}" class="plain">${isLinked ? texts.unlink(name) : texts.link(name)}</button>
</form>
`
}
