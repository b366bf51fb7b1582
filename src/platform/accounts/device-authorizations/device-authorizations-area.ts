/** Apps that people sign in by a page of the server. */
import type { MemberRole } from '../../../shared/api/organizations.ts'
import type { Visitor } from '../../../shared/bridge/visitor.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import { type Html, html, type Language, NO_HTML, type Page, type PageCall, type PageReply } from '../../http/pages.ts'
import { returnCookie } from '../../http/return-cookie.ts'
import type { SignedIn } from '../../machine/identity/caller.ts'
import type { Keys } from '../keys/keys.ts'
import type { Attempts } from '../passwords/attempts.ts'
import { errorOf, goTo, SIGN_IN_PATH, tooMany } from '../sign-in/page-parts.ts'
import { shownCode, typedCode } from './codes.ts'
import { createDeviceAuthorizations, type DeviceAuthorizations, type WaitingApp } from './device-authorizations.ts'
import { createOwnKeys, type OwnKeys } from './own-keys.ts'

export interface DeviceAuthorizationsArea extends Area {
  handlers: Pick<Handlers, 'deviceAuthorizations'>
}

const CONNECT_PATH = '/connect'

interface ConnectPageOptions {
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

const en = {
  title: 'Connect an app',
  intro: 'An app that you sign in shows a code. Enter it here.',
  code: 'Code',
  next: 'Continue',
  asks: (app: string, computer: string) => `${app} on ${computer} asks to be signed in as you.`,
  compare: 'Approve only if you started this yourself, and the app shows this code:',
  asYou: (name: string, organization: string, role: string) =>
    `The app gets an API key of ${name} in ${organization} with the role ${role}. You can end it on this page at any time.`,
  roles: {
    viewer: 'viewer: the app shows workflows and runs, but can’t change or run anything',
    annotator: 'viewer: the app shows workflows and runs, but can’t change or run anything',
    member: 'member',
    admin: 'admin',
    owner: 'owner',
  } as Readonly<Record<MemberRole, string>>,
  approve: 'Approve',
  decline: 'Decline',
  unknown: 'This code is not waiting for approval. Compare it with the app, or start again there for a new one.',
  tooMany: (minutes: number) => `Too many wrong codes. Try again in ${minutes} minutes.`,
  approved: 'The app is signed in',
  approvedWhy: (app: string, computer: string) => `Return to ${app} on ${computer}. You can close this page.`,
  declined: 'The app was not signed in',
  declinedWhy: (app: string, computer: string) => `${app} on ${computer} gets no access.`,
  keys: 'Your connected apps and keys',
  keysIntro: 'Each acts in your name until you end it.',
  lastUsed: (time: string) => `last used ${time}`,
  neverUsed: 'not used yet',
  end: 'End',
  endOf: (name: string) => `End ${name}`,
}

const de: typeof en = {
  title: 'Eine App verbinden',
  intro: 'Eine App, die Sie anmelden, zeigt einen Code. Geben Sie ihn hier ein.',
  code: 'Code',
  next: 'Weiter',
  asks: (app, computer) => `${app} auf ${computer} möchte sich in Ihrem Namen anmelden.`,
  compare: 'Stimmen Sie nur zu, wenn Sie dies selbst begonnen haben und die App diesen Code zeigt:',
  asYou: (name, organization, role) =>
    `Die App erhält einen API-Schlüssel von ${name} in ${organization} mit der Rolle ${role}. Auf dieser Seite können Sie ihn jederzeit beenden.`,
  roles: {
    viewer: 'viewer: Die App zeigt Workflows und Läufe, kann aber nichts ändern oder ausführen',
    annotator: 'viewer: Die App zeigt Workflows und Läufe, kann aber nichts ändern oder ausführen',
    member: 'member',
    admin: 'admin',
    owner: 'owner',
  },
  approve: 'Zustimmen',
  decline: 'Ablehnen',
  unknown:
    'Dieser Code wartet nicht auf Zustimmung. Vergleichen Sie ihn mit der App, oder beginnen Sie dort neu, um einen anderen zu erhalten.',
  tooMany: (minutes) => `Zu viele falsche Codes. Versuchen Sie es in ${minutes} Minuten noch einmal.`,
  approved: 'Die App ist angemeldet',
  approvedWhy: (app, computer) => `Kehren Sie zu ${app} auf ${computer} zurück. Sie können diese Seite schließen.`,
  declined: 'Die App wurde nicht angemeldet',
  declinedWhy: (app, computer) => `${app} auf ${computer} erhält keinen Zugang.`,
  keys: 'Ihre verbundenen Apps und Schlüssel',
  keysIntro: 'Jeder handelt in Ihrem Namen, bis Sie ihn beenden.',
  lastUsed: (time) => `zuletzt verwendet ${time}`,
  neverUsed: 'noch nicht verwendet',
  end: 'Beenden',
  endOf: (name) => `${name} beenden`,
}

type ConnectTexts = typeof en
/** The texts of the page on which people connect apps, in the languages of the Studio. */
const connectTexts = (language: Language): ConnectTexts => ({ en, de })[language]

/** The page on which a signed-in person approves an app by its code, and ends those that were approved before. */
function connectPage({ authorizations, keys, attempts, publicUrl, visitorOf }: ConnectPageOptions): Page {
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

export interface DeviceAuthorizationsNeeds {
  keys: Keys
  attempts: Attempts
  publicUrl: string | undefined
  /** The person whose session the Cookie header names; null without one. */
  visitorOf(cookie: string | undefined): Promise<Visitor | null>
}

export function createDeviceAuthorizationsArea(
  { db, now }: PlatformServices,
  { keys, attempts, publicUrl, visitorOf }: DeviceAuthorizationsNeeds,
): DeviceAuthorizationsArea {
  const authorizations = createDeviceAuthorizations({ db, keys, now })
  const ownKeys = createOwnKeys(db, keys, now)
  return {
    handlers: { deviceAuthorizations: handlersOf(authorizations) },
    pages: [connectPage({ authorizations, keys: ownKeys, attempts, publicUrl, visitorOf })],
  }
}

const handlersOf = (authorizations: DeviceAuthorizations): GroupHandlers<'deviceAuthorizations'> => ({
  create: ({ body, address, origin }) => authorizations.create(body, address, `${origin}${CONNECT_PATH}`),
  token: ({ body }) => authorizations.token(body.device_code),
})
