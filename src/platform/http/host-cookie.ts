/** Cookies of the pages: for this host, all paths, and no script. */

export interface HostCookie {
  /** `header`: the value of Cookie. Null without the cookie. */
  valueOf(header: string | undefined, publicUrl: string | undefined): string | null
  /** The value of Cookie. */
  pair(value: string, publicUrl: string | undefined): string
  /** The value of Set-Cookie. Null removes the cookie. */
  set(value: string | null, publicUrl: string | undefined, maxAgeS: number): string
}

/** Browsers accept it only from this host, by TLS, for all paths: no neighbouring host can plant one. */
export const secureNameOf = (name: string): string => `__Host-${name}`
const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false

/** `name`: where the server is reached without TLS, as on loopback: browsers keep `__Host-` cookies for TLS only. */
export function hostCookie(name: string): HostCookie {
  const nameFor = (publicUrl: string | undefined) => (isSecure(publicUrl) ? secureNameOf(name) : name)
  const pair: HostCookie['pair'] = (value, publicUrl) => `${nameFor(publicUrl)}=${value}`
  return {
    valueOf(header, publicUrl) {
      const prefix = pair('', publicUrl)
      const found = header?.split(';').find((part) => part.trim().startsWith(prefix))
      return found?.trim().slice(prefix.length) || null
    },
    pair,
    set(value, publicUrl, maxAgeS) {
      const cookie = `${pair(value ?? '', publicUrl)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value === null ? 0 : maxAgeS}`
      return isSecure(publicUrl) ? `${cookie}; Secure` : cookie
    },
  }
}
