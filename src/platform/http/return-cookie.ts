/**
 * The cookie with the page that a person opened before signing in, whichever way they sign in. Only a path of this server
 * counts, so that nobody is led elsewhere.
 */
const NAME = 'sightline-return'
const MAX_AGE_S = 600
/** Letters follow the slash: `//host` and `/\host` would be other servers. */
const PATH = /^\/[a-z][a-z-]*(\?[a-z]+=[A-Za-z0-9-]*)?$/

/** The value of Set-Cookie. Null removes the cookie. */
export function returnCookie(path: string | null, publicUrl: string | undefined): string {
  const value = `${NAME}=${path ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${path === null ? 0 : MAX_AGE_S}`
  return publicUrl?.startsWith('https:') ? `${value}; Secure` : value
}

/** `header`: the value of Cookie. Null without a path of this server. */
export function returnPathOf(header: string | undefined): string | null {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${NAME}=`))
  const path = pair?.trim().slice(NAME.length + 1) ?? ''
  return PATH.test(path) ? path : null
}
