/** The page of a one-time link that signs a person in. */

import { html } from '../../http/html.ts'
import type { Language, Page, PageCall, PageReply } from '../../http/pages.ts'
import type { Failures } from '../audit/failures.ts'
import { SIGN_IN_LINK_PATH, type SignInLinks } from './sign-in-link.ts'

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

export interface SignInLinkPageOptions {
  links: SignInLinks
  failures: Failures
  now: () => Date
  /** Begins a session, as after a password. */
  begin(call: PageCall, userId: string, checkedFrom: Date): Promise<PageReply>
}

export function signInLinkPage({ links, failures, now, begin }: SignInLinkPageOptions): Page {
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
