/** The cookie with the token of a session. */

/** Where the server is reached without TLS, as on loopback: browsers keep `__Host-` cookies for TLS only. */
export const SESSION_COOKIE = 'sightline-session'
/** Browsers accept it only from this host, by TLS, for all paths: no neighbouring host can plant one. */
export const SECURE_SESSION_COOKIE = '__Host-sightline-session'

const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false
const cookieName = (publicUrl: string | undefined) => (isSecure(publicUrl) ? SECURE_SESSION_COOKIE : SESSION_COOKIE)

/** `header`: the value of Cookie. Null without a session. */
export function sessionTokenOf(header: string | undefined, publicUrl: string | undefined): string | null {
  const prefix = `${cookieName(publicUrl)}=`
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix))
  return pair?.trim().slice(prefix.length) || null
}

/** The value of Cookie. */
export const sessionPair = (token: string, publicUrl: string | undefined): string => `${cookieName(publicUrl)}=${token}`

/** The value of Set-Cookie. Null removes the cookie. */
export function sessionCookie(token: string | null, publicUrl: string | undefined, maxAgeS: number): string {
  const value = `${sessionPair(token ?? '', publicUrl)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${token === null ? 0 : maxAgeS}`
  return isSecure(publicUrl) ? `${value}; Secure` : value
}
