/** The web host's HTTP server: the gate in front, then the page, its files and the bridge. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { COMMON_HEADERS, messagePage } from '../app/page.ts'
import { namesHostTwice } from '../shared/bridge/host-header.ts'
import { BRIDGE_PATH, SESSION_PATH } from '../shared/bridge/page-connection.ts'
import { MAX_MESSAGE_BYTES, sendResponse, toRequest } from './node-http.ts'
import { type EntryTokens, SESSION_LIMIT_MS, type Sessions, sessionResponse } from './sessions.ts'

export interface WebServerOptions {
  /** 0 uses any free port. */
  port: number
  tokens: EntryTokens
  sessions: Sessions
  /** Handles a request that has passed the gate. */
  handle(request: Request): Promise<Response>
  /** Called when a page that has passed the gate has connected its bridge. */
  onBridge(socket: WebSocket): void
  log(line: string): void
  /** Time limit for the headers of a request; 20 s by default. */
  headersWithinMs?: number
}

export interface WebServer {
  port: number
  close(): Promise<void>
}

/** Interval at which limits of sessions and tokens are checked without requests. */
const EXPIRE_EVERY_MS = 60_000
const HEADERS_WITHIN_MS = 20_000

/** Listens on the loopback address only. Rejects with the system's error when the port is taken. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { headersWithinMs = HEADERS_WITHIN_MS } = options
  // Uploads have no time limit. Without one of their own, headers would have none either.
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: headersWithinMs,
    connectionsCheckingInterval: headersWithinMs,
  })
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  const { sessions, tokens } = options
  const gate = createGate({ sessions, tokens, port })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  /** Open bridges by the session they belong to. */
  const bridges = new Map<WebSocket, string>()
  sessions.onEnd((ended) => {
    for (const [socket, session] of bridges) if (session === ended) socket.terminate()
  })
  const timer = setInterval(() => {
    for (const session of bridges.values()) sessions.touch(session)
    void sessions.expire()
    tokens.expire()
  }, EXPIRE_EVERY_MS).unref()

  const answer = async (message: IncomingMessage, out: ServerResponse): Promise<Response> => {
    const { headers, method = 'GET' } = message
    if (namesHostTwice(message.rawHeaders)) return new Response('Two Host headers.', { status: 400 })
    const admitted = method === 'GET' ? await gate.admit(message.url ?? '/', headers) : null
    const barred = admitted ?? gate.refusal(method, headers)
    if (barred) return barred
    const request = toRequest(message, out)
    const session = gate.sessionOf(headers) ?? ''
    return (await sessionResponse(SESSION_PATH, session, options, request)) ?? options.handle(request)
  }

  server.on('request', (message, out) => {
    answer(message, out)
      .catch((error) => {
        if (!out.destroyed) options.log(`${message.method} ${message.url?.split('?')[0]}: ${String(error)}`)
        return new Response('Something went wrong inside Sightline.', { status: 500 })
      })
      .then((response) => {
        for (const [name, value] of Object.entries(COMMON_HEADERS)) out.setHeader(name, value)
        // Otherwise a rejected caller could send its body forever.
        if (!message.complete) out.setHeader('connection', 'close')
        return sendResponse(response, out)
      })
  })

  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const status = upgradeRefusal(gate, message)
    if (status) {
      // The other side need not end.
      socket.once('finish', () => socket.destroy())
      return socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    }
    const session = gate.sessionOf(message.headers) ?? ''
    sockets.handleUpgrade(message, socket, head, (bridge) => {
      bridges.set(bridge, session)
      bridge.on('close', () => bridges.delete(bridge))
      options.onBridge(bridge)
    })
  })

  return {
    port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A WebSocket has no same-origin policy: its origin is always checked here. */
function upgradeRefusal(gate: Gate, { url, headers, rawHeaders }: IncomingMessage): string | null {
  if (namesHostTwice(rawHeaders)) return '400 Bad Request'
  if (url?.split('?')[0] !== BRIDGE_PATH) return '404 Not Found'
  if (!gate.isOurHost(headers.host)) return '421 Misdirected Request'
  if (!gate.isOurOrigin(headers)) return '403 Forbidden'
  if (gate.sessionOf(headers) === null) return '401 Unauthorized'
  return null
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

interface GateOptions {
  tokens: EntryTokens
  sessions: Sessions
  port: number
}

type Gate = ReturnType<typeof createGate>

/**
 * Guards the web host: only pages of its own origin, in a browser that entered with a token, may connect. Any program
 * and any web site on this machine can reach a loopback port, so the address alone proves nothing.
 */
function createGate({ tokens, sessions, port }: GateOptions) {
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
