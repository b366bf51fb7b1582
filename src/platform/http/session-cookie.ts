/** The cookie with the token of a session. */
import { hostCookie, secureNameOf } from './host-cookie.ts'

export const SESSION_COOKIE = 'sightline-session'
export const SECURE_SESSION_COOKIE = secureNameOf(SESSION_COOKIE)

export const { valueOf: sessionTokenOf, pair: sessionPair, set: sessionCookie } = hostCookie(SESSION_COOKIE)
