/** Cookies that only this server reads. */

/**
 * Browsers accept such a cookie only from this host, by TLS, for all paths: no neighbouring host can plant one. They keep it
 * for TLS only, so that a cookie has no prefix where the server is reached without TLS, as on loopback.
 */
export const SECURE_PREFIX = '__Host-'

export interface HostCookie {
  /** `header`: the value of Cookie. Null without the cookie. */
  tokenOf(header: string | undefined): string | null
  /** The value of Cookie. */
  pair(token: string): string
  /** The value of Set-Cookie. Null removes the cookie. */
  set(token: string | null, maxAgeS: number): string
}

export function hostCookie(name: string, publicUrl: string | undefined): HostCookie {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const prefix = `${isSecure ? SECURE_PREFIX : ''}${name}=`
  return {
    tokenOf(header) {
      const pair = header?.split(';').find((part) => part.trim().startsWith(prefix))
      return pair?.trim().slice(prefix.length) || null
    },
    pair: (token) => prefix + token,
    set(token, maxAgeS) {
      const value = `${prefix}${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${token === null ? 0 : maxAgeS}`
      return isSecure ? `${value}; Secure` : value
    },
  }
}
