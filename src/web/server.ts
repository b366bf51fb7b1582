/** The web host's HTTP server: the gate in front, then the page, its files and the bridge. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { COMMON_HEADERS } from '../app/page.ts'
import { namesHostTwice } from '../shared/bridge/host-header.ts'
import { BRIDGE_PATH, SESSION_PATH } from '../shared/bridge/page-connection.ts'
import type { EntryTokens } from './entry-tokens.ts'
import { createGate, type Gate } from './gate.ts'
import { sendResponse, toRequest } from './node-http.ts'
import { sessionResponse } from './session-routes.ts'
import type { Sessions } from './sessions.ts'
import { MAX_MESSAGE_BYTES } from './socket-port.ts'

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
