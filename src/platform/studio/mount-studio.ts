/** Serves the Studio to people who are signed in: its page, its files and its WebSocket. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesHostTwice } from '../../shared/bridge/host-header.ts'
import { SESSION_PATH } from '../../shared/bridge/page-connection.ts'
import type { Visitor } from '../../shared/bridge/visitor.ts'
import type { BodyBudget } from '../http/body-budget.ts'
import { endConnection } from '../http/end-connection.ts'
import type { InProgress } from '../http/in-progress.ts'
import type { NamesServer } from '../http/own-hosts.ts'
import { isOwnOrigin, requireOwnOrigin } from '../http/own-origin.ts'
import type { Log } from '../machine/log.ts'
import type { StudioDoor } from './studio-door.ts'

export interface MountStudioOptions {
  door: StudioDoor
  /** The person whose session the Cookie header names; null without one. */
  visitorOf(cookie: string | undefined): Promise<Visitor | null>
  signInPath: string
  publicUrl: string | undefined
  namesServer: NamesServer
  inProgress: InProgress
  /** Messages of pages share the memory of all bodies. */
  takeMemory: BodyBudget['takeNow']
  log: Log
}

/** A page whose session has ended, or whose person has another role, is cut off within this time. */
const CHECK_EVERY_MS = 2_000

interface OpenBridge {
  cookie: string | undefined
  /** The `Visitor` at the connection as JSON, by which a change is detected. */
  visitor: string
  end(): void
}

/** Returns what ends all connections. */
export async function mountStudio(app: FastifyInstance, options: MountStudioOptions): Promise<() => void> {
  const { door, visitorOf, signInPath, publicUrl, inProgress, log } = options
  const bridges = new Set<OpenBridge>()
  let isClosed = false

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = await inProgress.track(visitorOf(request.headers.cookie))
    if (!visitor) return signedOut(request, reply, signInPath)
    reply.hijack()
    await door.answer(visitor, request.raw, reply.raw)
    return reply
  }

  await app.register(async (scope) => {
    // Files are streamed to the Studio as they arrive.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of [...door.reads, SESSION_PATH]) scope.get(path, answer)
    for (const path of door.writes) {
      scope.put(path, (request, reply) => {
        requireOwnOrigin(request, publicUrl)
        return answer(request, reply)
      })
    }
  })

  /** Null for a request that may connect. A WebSocket has no same-origin policy: its origin is always checked. */
  function refusal({ headers, rawHeaders, url }: IncomingMessage): string | null {
    if (isClosed) return '503 Service Unavailable'
    if (url?.split('?')[0] !== door.bridge) return '404 Not Found'
    if (namesHostTwice(rawHeaders)) return '400 Bad Request'
    if (!options.namesServer(headers.host)) return '421 Misdirected Request'
    return isOwnOrigin(headers.origin, headers.host, publicUrl) ? null : '403 Forbidden'
  }

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { cookie } = request.headers
    const visitor = refusal(request) === null ? await inProgress.track(visitorOf(cookie)) : null
    const refused = refusal(request) ?? (visitor ? null : '401 Unauthorized')
    if (refused !== null || visitor === null) {
      endConnection(socket, `HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    const onEnd = () => void bridges.delete(bridge)
    const end = door.connect(visitor, request, socket, head, { takeMemory: options.takeMemory, onEnd })
    const bridge: OpenBridge = { cookie, visitor: JSON.stringify(visitor), end }
    bridges.add(bridge)
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    open(request, socket, head).catch((error) => {
      log('error', 'A page could not connect.', error)
      socket.destroy()
    })
  })

  const check = async (bridge: OpenBridge): Promise<void> => {
    const visitor = await visitorOf(bridge.cookie)
    if (JSON.stringify(visitor) !== bridge.visitor) bridge.end()
  }
  const timer = setInterval(() => {
    // While the database fails, nothing is known about the sessions.
    for (const bridge of bridges) inProgress.track(check(bridge)).catch(() => {})
  }, CHECK_EVERY_MS).unref()

  return () => {
    isClosed = true
    clearInterval(timer)
    for (const { end } of [...bridges]) end()
  }
}

/** The page itself leads to the form; a request of a page that is open learns that it has to. */
function signedOut(request: FastifyRequest, reply: FastifyReply, signInPath: string): FastifyReply {
  const isPage = request.method === 'GET' && request.headers['sec-fetch-dest'] !== 'empty' && request.url.length <= 1
  if (isPage) return reply.redirect(signInPath, 303)
  return reply.code(401).send({ sign_in: signInPath })
}
