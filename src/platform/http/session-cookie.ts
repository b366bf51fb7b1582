/** The cookie with the token of a session. */
import { hostCookie, SECURE_PREFIX } from './host-cookie.ts'

export const SESSION_COOKIE = 'sightline-session'
/** By TLS. */
export const SECURE_SESSION_COOKIE = SECURE_PREFIX + SESSION_COOKIE

/** `header`: the value of Cookie. Null without a session. */
export const sessionTokenOf = (header: string | undefined, publicUrl: string | undefined): string | null =>
  hostCookie(SESSION_COOKIE, publicUrl).tokenOf(header)

/** The value of Cookie. */
export const sessionPair = (token: string, publicUrl: string | undefined): string =>
  hostCookie(SESSION_COOKIE, publicUrl).pair(token)

/** The value of Set-Cookie. Null removes the cookie. */
export const sessionCookie = (token: string | null, publicUrl: string | undefined, maxAgeS: number): string =>
  hostCookie(SESSION_COOKIE, publicUrl).set(token, maxAgeS)
