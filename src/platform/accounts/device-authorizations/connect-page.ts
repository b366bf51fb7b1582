/** The page on which a signed-in person approves an app by its code, and ends those that were approved before. */
import type { Visitor } from '../../../shared/bridge/visitor.ts'
import { type Html, html, NO_HTML } from '../../http/html.ts'
import type { Page, PageCall, PageReply } from '../../http/pages.ts'
import { returnCookie } from '../../http/return-cookie.ts'
import type { SignedIn } from '../../machine/identity/caller.ts'
import type { Attempts } from '../passwords/attempts.ts'
import { errorOf, goTo, SIGN_IN_PATH, tooMany } from '../sign-in/page-parts.ts'
import { shownCode, typedCode } from './codes.ts'
import { type ConnectTexts, connectTexts } from './connect-texts.ts'
import type { DeviceAuthorizations, WaitingApp } from './device-authorizations.ts'
import type { OwnKeys } from './own-keys.ts'

export const CONNECT_PATH = '/connect'

export interface ConnectPageOptions {
  authorizations: DeviceAuthorizations
  keys: OwnKeys
  attempts: Attempts
  publicUrl: string | undefined
  visitorOf(cookie: string | undefined): Promise<Visitor | null>
}

/** An app whose code a person has given, or the page to display instead. */
type Found = { code: string; app: WaitingApp } | { instead: PageReply }

const personOf = ({ userId, organizationId, account: { role } }: Visitor): SignedIn => ({
  userId,
  organizationId,
  role,
})

export function connectPage({ authorizations, keys, attempts, publicUrl, visitorOf }: ConnectPageOptions): Page {
  /** An error makes it 422. */
  async function overview(call: PageCall, visitor: Visitor, typed = '', error?: string): Promise<PageReply> {
    const texts = connectTexts(call.language)
    const rows = (await keys.list(personOf(visitor))).map(({ id, name, last_used_at }) => {
      const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(last_used_at.slice(0, 16).replace('T', ' '))
      return html`<li><span>${name}<br><small>${used}</small></span><button name="end" value="${id}" class="plain" aria-label="${texts.endOf(name)}">${texts.end}</button></li>
`
    })
    const list = html`<h2>${texts.keys}</h2>
<p>${texts.keysIntro}</p>
<form method="post" action="${CONNECT_PATH}">
<ul class="rows">
${{ html: rows.map((row) => row.html).join('') }}</ul>
</form>`
    const body = html`<p>${texts.intro}</p>
<form method="get" action="${CONNECT_PATH}">
${errorOf(error)}
<label for="code">${texts.code}</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" value="${typed}">
<button>${texts.next}</button>
</form>
${rows.length === 0 ? NO_HTML : list}`
    return { status: error === undefined ? 200 : 422, title: texts.title, body }
  }

  /** Wrong codes count as attempts of the person. */
  async function find(call: PageCall, visitor: Visitor, typed: string): Promise<Found> {
    const texts = connectTexts(call.language)
    const wait = await attempts.begin('person', visitor.userId)
    if (wait !== null) {
      const page = await overview(call, visitor, typed, texts.tooMany(Math.ceil(wait / 60)))
      return { instead: tooMany(page, wait) }
    }
    const code = typedCode(typed)
    const app = code === null ? null : await authorizations.waiting(code)
    if (code === null || app === null) return { instead: await overview(call, visitor, typed, texts.unknown) }
    await attempts.takeBack('person', visitor.userId)
    return { code, app }
  }

  async function decide(call: PageCall, visitor: Visitor): Promise<PageReply> {
    const texts = connectTexts(call.language)
    const typed = call.form.get('code') ?? ''
    const answer = call.form.get('answer')
    const found = await find(call, visitor, typed)
    if ('instead' in found) return found.instead
    const { code, app } = found
    if (answer !== 'approve' && answer !== 'decline') {
      return { ...question(texts, visitor, code, app), status: 400 }
    }
    const decision = answer === 'approve' ? 'approved' : 'denied'
    if (!(await authorizations.decide(code, decision, personOf(visitor)))) {
      return overview(call, visitor, typed, texts.unknown)
    }
    const why = answer === 'approve' ? texts.approvedWhy : texts.declinedWhy
    return {
      status: 200,
      title: answer === 'approve' ? texts.approved : texts.declined,
      body: html`<p>${why(app.app, app.computer)}</p>`,
    }
  }

  const signInFirst = (code: string | null): PageReply => {
    const page = goTo(SIGN_IN_PATH)
    const path = code === null ? CONNECT_PATH : `${CONNECT_PATH}?code=${shownCode(code)}`
    return { ...page, headers: { ...page.headers, 'set-cookie': returnCookie(path, publicUrl) } }
  }

  return {
    path: CONNECT_PATH,
    ownFormsOnly: true,
    async get(call) {
      const typed = call.query.get('code')
      const visitor = await visitorOf(call.header('cookie'))
      if (!visitor) return signInFirst(typedCode(typed ?? ''))
      const found = typed === null ? null : await find(call, visitor, typed)
      const shown =
        found === null
          ? await overview(call, visitor)
          : 'instead' in found
            ? found.instead
            : question(connectTexts(call.language), visitor, found.code, found.app)
      return { ...shown, headers: { ...shown.headers, 'set-cookie': returnCookie(null, publicUrl) } }
    },
    async post(call) {
      const visitor = await visitorOf(call.header('cookie'))
      if (!visitor) return signInFirst(typedCode(call.form.get('code') ?? ''))
      const ended = call.form.get('end')
      if (ended === null) return decide(call, visitor)
      await keys.end(personOf(visitor), ended)
      return goTo(CONNECT_PATH)
    },
  }
}

function question(texts: ConnectTexts, { account }: Visitor, code: string, { app, computer }: WaitingApp): PageReply {
  const { name, organization, role } = account
  const form: Html = html`<form method="post" action="${CONNECT_PATH}">
<input type="hidden" name="code" value="${code}">
<button name="answer" value="approve">${texts.approve}</button>
<button name="answer" value="decline" class="plain">${texts.decline}</button>
</form>`
  const body = html`<p>${texts.asks(app, computer)}</p>
<p>${texts.compare}</p>
<p class="code">${shownCode(code)}</p>
<p>${texts.asYou(name, organization, texts.roles[role])}</p>
${form}`
  return { status: 200, title: texts.title, body }
}
