/** The pages on which people sign in with the provider, and link their accounts at it. */

import { type Html, html, type Language, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import type { Log } from '../../machine/log.ts'
import type { Failures } from '../audit/failures.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Identities } from './identities.ts'
import { OpenIdFailure, type OpenIdProvider } from './openid-provider.ts'
import type { Transaction, Transactions } from './openid-transaction.ts'
import { ACCOUNT_PATH, errorOf, goTo, SIGN_IN_PATH } from './page-parts.ts'
import type { OpenSession, Sessions } from './sessions.ts'

export const OPENID_PATH = `${SIGN_IN_PATH}/openid`
export const CALLBACK_PATH = `${OPENID_PATH}/callback`
const LINK_PATH = `${ACCOUNT_PATH}/openid`

const en = {
  signIn: (name: string) => `Sign in with ${name}`,
  leave: (name: string) => `Continue to ${name}`,
  link: (name: string) => `Link ${name}`,
  unlink: (name: string) => `Unlink ${name}`,
  isLinked: (name: string) => `Your account of ${name} is linked. You can sign in with it.`,
  isNotLinked: (name: string) => `Link your account of ${name} to sign in with it.`,
  account: 'Back to your account',
  down: (name: string) => `${name} does not respond as it should. Sign in with your password, or try again later.`,
  downForLink: (name: string) => `${name} does not respond as it should. Try again later.`,
  declined: (name: string) => `${name} did not confirm your account.`,
  unverified: (name: string) =>
    `The answer of ${name} could not be verified. Begin again; if it stays, the log of the server has the reason.`,
  over: (name: string) =>
    `This sign-in with ${name} is over: it took longer than ten minutes, was completed already or began in another browser. Begin again.`,
  unknown: (name: string) =>
    `This account of ${name} is not linked to a person here. Sign in with your password and link it under Account.`,
  taken: (name: string) => `This account of ${name} is linked to another person here.`,
  another: (name: string) => `You have linked another account of ${name}. Unlink it first.`,
  signedOut: (name: string) => `You are not signed in any more. Sign in, then link ${name} under Account.`,
  noPassword: 'You have no password and could not sign in any more. Ask your administrator for one, then unlink.',
}

const de: typeof en = {
  signIn: (name) => `Mit ${name} anmelden`,
  leave: (name) => `Weiter zu ${name}`,
  link: (name) => `${name} verknüpfen`,
  unlink: (name) => `Verknüpfung mit ${name} aufheben`,
  isLinked: (name) => `Ihr Konto bei ${name} ist verknüpft. Sie können sich damit anmelden.`,
  isNotLinked: (name) => `Verknüpfen Sie Ihr Konto bei ${name}, um sich damit anzumelden.`,
  account: 'Zurück zu Ihrem Konto',
  down: (name) =>
    `${name} antwortet nicht, wie es soll. Melden Sie sich mit Ihrem Passwort an, oder versuchen Sie es später noch einmal.`,
  downForLink: (name) => `${name} antwortet nicht, wie es soll. Versuchen Sie es später noch einmal.`,
  declined: (name) => `${name} hat Ihr Konto nicht bestätigt.`,
  unverified: (name) =>
    `Die Antwort von ${name} konnte nicht geprüft werden. Beginnen Sie von vorn; bleibt es dabei, steht der Grund im Protokoll des Servers.`,
  over: (name) =>
    `Diese Anmeldung mit ${name} ist vorbei: Sie dauerte länger als zehn Minuten, wurde schon abgeschlossen oder begann in einem anderen Browser. Beginnen Sie von vorn.`,
  unknown: (name) =>
    `Dieses Konto bei ${name} ist hier mit keiner Person verknüpft. Melden Sie sich mit Ihrem Passwort an, und verknüpfen Sie es unter Konto.`,
  taken: (name) => `Dieses Konto bei ${name} ist hier mit einer anderen Person verknüpft.`,
  another: (name) => `Sie haben ein anderes Konto bei ${name} verknüpft. Heben Sie diese Verknüpfung zuerst auf.`,
  signedOut: (name) => `Sie sind nicht mehr angemeldet. Melden Sie sich an, und verknüpfen Sie ${name} unter Konto.`,
  noPassword:
    'Sie haben kein Passwort und könnten sich nicht mehr anmelden. Bitten Sie zuerst Ihren Administrator um eines.',
}

type OpenIdTexts = typeof en
/** The texts of signing in with the provider, by its name, in the languages of the Studio. */
const openIdTexts = (language: Language): OpenIdTexts => ({ en, de })[language]

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

/** The button on the page for signing in that continues at the provider. */
export const signInButton = ({ provider: { name } }: OpenIdSignIn, language: Language): Html =>
  html`<form method="post" action="${OPENID_PATH}">
<button class="plain">${openIdTexts(language).signIn(name)}</button>
</form>`

/** The section of the account's page in which a person links or unlinks an account at the provider. */
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
