/**
 * Guards the web host: only pages of its own origin, in a browser that entered with a token, may connect. Any program
 * and any web site on this machine can reach a loopback port, so the address alone proves nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { messagePage } from '../app/page.ts'
import type { EntryTokens } from './entry-tokens.ts'
import { SESSION_LIMIT_MS, type Sessions } from './sessions.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

export interface GateOptions {
  tokens: EntryTokens
  sessions: Sessions
  port: number
}

export type Gate = ReturnType<typeof createGate>

export function createGate({ tokens, sessions, port }: GateOptions) {
  const cookieName = `sightline-${port}`

  /** A foreign DNS name that resolves to this host is rejected; a tunnel from another port is fine. */
  const isOurHost = (host: string | undefined): boolean => {
    const match = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(host ?? '')
    return match?.[1] !== undefined && LOOPBACK.has(match[1].toLowerCase())
  }

  const isOurOrigin = ({ origin, host }: IncomingHttpHeaders): boolean => origin === `http://${host}`

  /** The values that the browser sent; another program on this host may have set a cookie of the same name. */
  const valuesIn = ({ cookie }: IncomingHttpHeaders): string[] =>
    (cookie ?? '').split(';').flatMap((pair) => {
      const [name, value] = pair.trim().split('=')
      return name === cookieName && value !== undefined ? [value] : []
    })

  const liveValue = (headers: IncomingHttpHeaders): string | null =>
    valuesIn(headers).find((value) => sessions.find(value) !== null) ?? null

  return {
    isOurHost,
    isOurOrigin,

    /** The id of the live session that a request belongs to. */
    sessionOf(headers: IncomingHttpHeaders): string | null {
      const value = liveValue(headers)
      return value === null ? null : sessions.find(value)
    },

    /** The response that rejects a request; null when it may pass. */
    refusal(method: string, headers: IncomingHttpHeaders): Response | null {
      if (!isOurHost(headers.host))
        return messagePage(421, 'Wrong address', '<p>Open Sightline by the address that its start command printed.</p>')
      const changes = method !== 'GET' && method !== 'HEAD'
      if ((changes || headers.origin !== undefined) && !isOurOrigin(headers))
        return messagePage(403, 'Refused', '<p>Another web site may not talk to Sightline.</p>')
      if (liveValue(headers) === null) return signedOutPage()
      return null
    },

    /** Exchanges a token in the URL for a session; null when there is no valid token or the host is not this one. */
    async admit(url: string, headers: IncomingHttpHeaders): Promise<Response | null> {
      const [path, query] = url.split('?')
      const given = new URLSearchParams(query).get('token')
      if (given === null || path !== '/' || !isOurHost(headers.host)) return null
      // A link from a file or another site arrives without the strict cookie: the page repeats the request itself, with
      // it.
      if (headers['sec-fetch-site'] === 'cross-site') return askAgainPage(given)
      const before = liveValue(headers)
      if (!tokens.redeem(given)) return before === null ? null : toPage()
      const value = await sessions.start(before)
      const cookie = `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_LIMIT_MS / 1000}`
      return toPage({ 'set-cookie': cookie })
    },
  }
}

const toPage = (headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { location: '/', 'cache-control': 'no-store', ...headers } })

function askAgainPage(token: string): Response {
  const address = `/?token=${encodeURIComponent(token)}`
  const page = messagePage(200, 'Sightline', `<p><a href="${address}">Open Sightline</a></p>`)
  page.headers.set('refresh', `0;url=${address}`)
  return page
}

const signedOutPage = (): Response =>
  messagePage(
    401,
    'Sightline asks for a new address',
    `<p>This browser is not signed in, or its session has ended. Each address with <code>?token=…</code> lets one
browser in, once, for a few minutes.</p>
<p>Press Enter in the terminal where the start command runs to get a new one, or copy a link in a browser that is
signed in: Settings, “This browser”.</p>`,
  )
