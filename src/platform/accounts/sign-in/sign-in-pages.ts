/** The pages on which people sign in and make the first account. */

import { type Html, html, type Language, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { sessionTokenOf } from '../../http/session-cookie.ts'
import type { Log } from '../../machine/log.ts'
import type { Failures } from '../audit/failures.ts'
import { countAttempt, forgetAttempts, type Passwords, passwordFault, takeBackAttempt } from '../passwords/passwords.ts'
import { accountPage } from './account-page.ts'
import { FIRST_OWNER_PATH, type FirstOwner } from './first-owner.ts'
import { linkSection, type OpenIdSignIn, openIdPages, signInButton } from './openid-pages.ts'
import {
  type CodeStep,
  errorOf,
  goTo,
  goWithSession,
  nextPageOf,
  noMember,
  SIGN_IN_PATH,
  startOf,
  tooMany,
} from './page-parts.ts'
import type { SecondFactorPage } from './second-factor-page.ts'
import type { Sessions } from './sessions.ts'
import { SIGN_IN_LINK_PATH, type SignInLinks } from './sign-in-link.ts'
import { type SignInTexts, signInTexts } from './sign-in-texts.ts'

const MAX_NAME = 200
const ADDRESS = /^[^\s@"<>(),:;\\\p{Cc}]{1,200}@[^\s@"<>(),:;\\\p{Cc}]{1,50}$/u

const en = {
  signInAs: (name: string) => `Sign in as ${name}`,
  once: (email: string) => `This link of your administrator signs in ${email}, once.`,
  over: 'This link is no longer valid',
  overWhy: 'It was used already, or it is older than 15 minutes. Ask your administrator for a new one.',
}
const de: typeof en = {
  signInAs: (name) => `Als ${name} anmelden`,
  once: (email) => `Dieser Link Ihres Administrators meldet ${email} an, einmal.`,
  over: 'Dieser Link gilt nicht mehr',
  overWhy: 'Er wurde bereits verwendet oder ist älter als 15 Minuten. Bitten Sie Ihren Administrator um einen neuen.',
}
const textsIn = (language: Language) => ({ en, de })[language]

interface SignInLinkPageOptions {
  links: SignInLinks
  failures: Failures
  now: () => Date
  /** Begins a session, as after a password. */
  begin(call: PageCall, userId: string, checkedFrom: Date): Promise<PageReply>
}

/** The page of a one-time link that signs a person in. */
function signInLinkPage({ links, failures, now, begin }: SignInLinkPageOptions): Page {
  const over = ({ language }: PageCall): PageReply => {
    const texts = textsIn(language)
    return { status: 410, title: texts.over, body: html`<p>${texts.overWhy}</p>` }
  }
  return {
    path: SIGN_IN_LINK_PATH,
    ownFormsOnly: true,
    async get(call) {
      const person = await links.personOf(call.params.token ?? '')
      if (!person) return over(call)
      const title = textsIn(call.language).signInAs(person.fullName)
      const body = html`<p>${textsIn(call.language).once(person.email)}</p>
<form method="post">
<button>${title}</button>
</form>`
      return { status: 200, title, body }
    },
    async post(call) {
      const checkedFrom = now()
      const userId = await links.use(call.params.token ?? '')
      if (userId !== null) return begin(call, userId, checkedFrom)
      await failures.note({ action: 'signIn.link', address: call.address })
      return over(call)
    },
  }
}

export interface SignInPagesOptions {
  sessions: Sessions
  passwords: Passwords
  failures: Failures
  firstOwner: FirstOwner
  now: () => Date
  publicUrl: string | undefined
  /** True when the server serves the Studio. */
  hasStudio: boolean
  codeStep: CodeStep
  secondFactorPage: SecondFactorPage
  links: SignInLinks
  openId: OpenIdSignIn | null
  /** Scheme, host and port of the server. */
  origin(): string
  log: Log
}

export function signInPages({
  sessions,
  passwords,
  failures,
  firstOwner,
  publicUrl,
  hasStudio,
  codeStep,
  secondFactorPage,
  now,
  links,
  openId,
  origin,
  log,
}: SignInPagesOptions): Page[] {
  /** After signing in. */
  const nextPage = (call: PageCall) => nextPageOf(call, hasStudio)
  const openSession = (call: PageCall) => sessions.open(sessionTokenOf(call.header('cookie'), publicUrl))

  async function begin(
    call: PageCall,
    userId: string,
    checkedFrom: Date,
    way: 'password' | 'link' = 'password',
  ): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const codePage = await codeStep.begin(userId, checkedFrom)
    if (codePage) return codePage
    const token = await sessions.begin(userId, startOf(call, way), checkedFrom)
    return token === null ? noMember(texts) : goWithSession(nextPage(call), token, publicUrl)
  }

  /** The provider is responsible for a second factor. */
  async function beginWithoutCode(call: PageCall, userId: string, checkedFrom: Date): Promise<PageReply> {
    const proven = async () => true
    const token = await sessions.begin(userId, startOf(call, 'provider'), checkedFrom, proven)
    return token === null ? noMember(signInTexts(call.language)) : goWithSession(nextPage(call), token, publicUrl)
  }

  function signInForm(call: PageCall, email: string, error?: string): PageReply {
    const form = passwordForm(signInTexts(call.language), email, error)
    const button = openId ? signInButton(openId, call.language) : NO_HTML
    return { ...form, body: html`${form.body}\n${button}` }
  }

  async function signIn(call: PageCall): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const email = emailOf(call)
    const wait = await countAttempt(passwords.attempts, call, email)
    const failed = () => failures.note({ action: 'signIn.password', address: call.address, email })
    if (wait !== null) {
      await failed()
      return tooMany(signInForm(call, email, texts.tooMany(Math.ceil(wait / 60))), wait)
    }
    const checkedFrom = now()
    const userId = await passwords.userOf(email, call.form.get('password') ?? '', call.address)
    if (userId === null) {
      await failed()
      return signInForm(call, email, texts.wrong)
    }
    await takeBackAttempt(passwords.attempts, call)
    if (!(await codeStep.isNeeded(userId))) await forgetAttempts(passwords.attempts, call, email)
    return begin(call, userId, checkedFrom)
  }

  async function createOwner(call: PageCall): Promise<PageReply> {
    const texts = signInTexts(call.language)
    const token = call.params.token ?? ''
    if (!(await firstOwner.isValid(token))) return linkOver(texts)
    const email = emailOf(call)
    const fullName = (call.form.get('full_name') ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    const password = call.form.get('password') ?? ''
    const fault = await passwordFault(password, email, fullName.slice(0, MAX_NAME))
    if (fullName === '' || fullName.length > MAX_NAME) return ownerForm(texts, fullName, email, texts.nameWrong)
    if (!ADDRESS.test(email)) return ownerForm(texts, fullName, email, texts.emailWrong)
    if (fault) return ownerForm(texts, fullName, email, texts.faults[fault])
    const userId = await firstOwner.create(token, {
      email,
      fullName,
      passwordHash: await passwords.hash(password, call.address),
      address: call.address,
    })
    return userId === null ? linkOver(texts) : begin(call, userId, now())
  }

  const signInPage: Page = {
    path: SIGN_IN_PATH,
    ownFormsOnly: true,
    get: async (call) => ((await openSession(call)) ? goTo(nextPage(call)) : signInForm(call, '')),
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
  const account = accountPage({
    sessions,
    passwords,
    failures,
    now,
    publicUrl,
    hasStudio,
    secondFactor: secondFactorPage.section,
    linkSection: async ({ language }, session) => (openId ? linkSection(openId, language, session) : NO_HTML),
  })
  const provided = openId
    ? openIdPages({
        ...openId,
        sessions,
        passwords,
        failures,
        publicUrl,
        origin,
        now,
        log,
        begin: beginWithoutCode,
        signInPage: (call, error) => signInForm(call, '', error),
      })
    : []
  const beginByLink = (call: PageCall, userId: string, from: Date) => begin(call, userId, from, 'link')
  const link = signInLinkPage({ links, failures, now, begin: beginByLink })
  return [signInPage, firstOwnerPage, account, codeStep.page, secondFactorPage.page, link, ...provided]
}

const emailOf = ({ form }: PageCall): string => (form.get('email') ?? '').trim().toLowerCase()

const linkOver = (texts: SignInTexts): PageReply => ({
  status: 410,
  title: texts.linkOver,
  body: html`<p>${texts.linkOverWhy}</p>`,
})

const emailField = (texts: SignInTexts, email: string): Html => html`<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">`

/** An error makes it 422. */
const passwordForm = (texts: SignInTexts, email: string, error?: string): PageReply => ({
  status: error === undefined ? 200 : 422,
  title: texts.signIn,
  body: html`<form method="post" action="${SIGN_IN_PATH}">
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
