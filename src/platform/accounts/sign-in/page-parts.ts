/** Parts that the pages for signing in and of the account share. */
import { type Html, html, NO_HTML } from '../../http/html.ts'
import type { PageCall, PageReply } from '../../http/pages.ts'
import { returnPathOf } from '../../http/return-cookie.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import { LONGEST_MS, type SessionStart } from './sessions.ts'
import type { SignInTexts } from './sign-in-texts.ts'

export const SIGN_IN_PATH = '/sign-in'
export const ACCOUNT_PATH = '/account'
/** Of the Studio, where the server serves it. */
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

/** Of the page after signing in: the one that asked for it, or the first. */
export const nextPageOf = (call: PageCall, hasStudio: boolean): string =>
  returnPathOf(call.header('cookie')) ?? (hasStudio ? STUDIO_PATH : ACCOUNT_PATH)

export const noMember = (texts: SignInTexts): PageReply => ({
  status: 403,
  title: texts.signIn,
  body: html`<p>${texts.noMember}</p>`,
})

export const errorOf = (error: string | undefined): Html =>
  error === undefined ? NO_HTML : html`<p class="error" role="alert">${error}</p>`

/** As 429, with the number of seconds to wait. */
export const tooMany = (reply: PageReply, waitS: number): PageReply => ({
  ...reply,
  status: 429,
  headers: { 'retry-after': String(waitS) },
})
