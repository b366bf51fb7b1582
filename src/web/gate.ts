/**
 * Who may talk to the web host: pages of its own origin that came in with its token. Any program and any web site on
 * this machine can reach a loopback port, so the address alone proves nothing.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { messagePage } from '../app/page.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

const same = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

export interface GateOptions {
  /** In the URL that the start command prints; exchanged for the session. */
  token: string
  /** The cookie's value. Outlives restarts, so that open tabs come back. */
  session: string
  port: number
}

export type Gate = ReturnType<typeof createGate>

export function createGate({ token, session, port }: GateOptions) {
  const cookieName = `sightline-${port}`

  /** A name that resolves to us in someone's DNS is refused; a tunnel from another port is fine. */
  const isOurHost = (host: string | undefined): boolean => {
    const match = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(host ?? '')
    return match?.[1] !== undefined && LOOPBACK.has(match[1].toLowerCase())
  }

  const isOurOrigin = ({ origin, host }: IncomingHttpHeaders): boolean => origin === `http://${host}`

  const hasSession = (cookies: string | undefined): boolean =>
    (cookies ?? '').split(';').some((pair) => {
      const [name, value] = pair.trim().split('=')
      return name === cookieName && value !== undefined && same(value, session)
    })

  return {
    isOurHost,
    isOurOrigin,
    hasSession,

    /** Why a request may not pass, as the answer it gets; null when it may. */
    refusal(method: string, headers: IncomingHttpHeaders): Response | null {
      if (!isOurHost(headers.host))
        return messagePage(421, 'Wrong address', '<p>Open Sightline by the address that its start command printed.</p>')
      const changes = method !== 'GET' && method !== 'HEAD'
      if ((changes || headers.origin !== undefined) && !isOurOrigin(headers))
        return messagePage(403, 'Refused', '<p>Another web site may not talk to Sightline.</p>')
      if (!hasSession(headers.cookie))
        return messagePage(
          401,
          'Sightline wants its key',
          '<p>Open the full address that the start command printed, with <code>?token=…</code> at its end. It is made anew at every start.</p>',
        )
      return null
    },

    /** Takes a token in the URL and gives the session for it; null when there is no token or the host is not ours. */
    admit(url: string, headers: IncomingHttpHeaders): Response | null {
      const [path, query] = url.split('?')
      const given = new URLSearchParams(query).get('token')
      if (given === null || path !== '/' || !isOurHost(headers.host) || !same(given, token)) return null
      const cookie = `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
      // After a link from another site a redirect would still count as that site's, and lose the strict cookie.
      if (headers['sec-fetch-site'] === 'cross-site') {
        const page = messagePage(200, 'Sightline', '<p><a href="/">Open Sightline</a></p>')
        page.headers.set('refresh', '0;url=/')
        page.headers.set('set-cookie', cookie)
        return page
      }
      return new Response(null, {
        status: 303,
        headers: { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' },
      })
    },
  }
}
