/** The HTTP server: one set of headers and one error format for every reply, declared endpoints, OpenAPI, health. */

import { STATUS_CODES } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { BODY_BYTES } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { newId } from '../db/database.ts'
import type { RoomRequests } from '../machine/disk-full.ts'
import { createRequestSpans } from '../machine/tracing/request-spans.ts'
import { requireOneHost } from './auth.ts'
import { type RequestPatience, receivesBody, tooSlow } from './body-timeout.ts'
import type { ClientAddress } from './client-address.ts'
import { endConnection, watchReply } from './end-connection.ts'
import { errorBody, RetryLater, toApiError } from './errors.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type MountOptions, mountEndpoints } from './mount.ts'
import { OPENAPI_PATH, openApi, SHORT_OPENAPI_PATH } from './openapi.ts'
import { type NamesServer, requireOwnHost } from './own-hosts.ts'
import { mountPages, type Page } from './pages.ts'

export interface AppOptions extends MountOptions {
  pages: readonly Page[]
  namesServer: NamesServer
  clientAddress: ClientAddress
  metrics: Pick<Metrics, 'replied'>
  room: Pick<RoomRequests, 'request'>
  /** Whether this process can serve: it does not close, and its database responds. */
  isReady(): Promise<boolean>
  version: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The network address that limits count the request for. */
    clientAddress: string
  }
}

/** A name of 100 characters, percent-encoded, with room to spare. */
const MAX_PARAM_LENGTH = 4096
/** Allows the largest upload over a slow line. */
const WHOLE_REQUEST_WITHIN_MS = 24 * 60 * 60_000
const CHECK_CONNECTIONS_EVERY_MS = 5_000

/** Replies are data: nothing in them may run, be framed or be sniffed as another type. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/**
 * Reads the rest of a body that is still arriving when its reply is ready. A caller that sends the whole body before it
 * reads would otherwise have its connection reset, and never see the reply. Nothing of the rest is kept.
 * Resolves when the reply can be sent. The reply ends the connection when the body is still incomplete then.
 */
async function readRest(request: FastifyRequest, reply: FastifyReply, patience: RequestPatience): Promise<void> {
  const { raw } = request
  if (raw.complete || !receivesBody(request)) return
  // The sender of a late body has no more time.
  if (request.bodyWatch?.isLate !== true && !raw.destroyed) await discarded(request, patience)
  if (!raw.complete) reply.header('connection', 'close')
}

function discarded(request: FastifyRequest, { restBytes, restMs }: RequestPatience): Promise<void> {
  const { raw } = request
  const { socket } = raw
  return new Promise((resolve) => {
    const last = socket.bytesRead + restBytes
    const end = () => {
      clearTimeout(timer)
      raw.off('data', count).off('end', end).off('error', end).off('close', end)
      if (!raw.complete) raw.pause()
      resolve()
    }
    const count = () => {
      if (socket.bytesRead > last) end()
    }
    const timer = setTimeout(end, restMs)
    timer.unref()
    if (request.bodyWatch) request.bodyWatch.late = end
    raw.on('data', count).once('end', end).once('error', end).once('close', end)
    // A reader that stopped has paused it.
    raw.resume()
  })
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const fail = (reply: FastifyReply, error: unknown, where: string) => {
    const told = toApiError(error, options.log, where)
    if (told.code === 'disk_full') options.room.request()
    if (told instanceof RetryLater) reply.header('retry-after', told.retryAfterSeconds)
    return reply.code(told.status).type('application/json; charset=utf-8').send(errorBody(told))
  }
  const app = Fastify({
    // Limit of routes that are no endpoints and declare none.
    bodyLimit: BODY_BYTES.open,
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => ofProxy(headers['x-request-id']) ?? newId(),
    requestTimeout: WHOLE_REQUEST_WITHIN_MS,
    http: {
      headersTimeout: options.patience.headersMs,
      connectionsCheckingInterval: Math.min(CHECK_CONNECTIONS_EVERY_MS, options.patience.headersMs),
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    // Without hooks.
    frameworkErrors: async (error, request, reply) => {
      reply.headers(HEADERS)
      await readRest(request, reply as FastifyReply, options.patience)
      fail(reply as FastifyReply, error, `${request.method} ${request.url}`)
    },
    clientErrorHandler({ code }, socket) {
      if (!socket.writable) return socket.destroy()
      const invalid = new ApiError('malformed_request', message('api.bad_request'))
      const error = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : invalid
      const body = JSON.stringify(errorBody(error))
      const head = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
      endConnection(socket, head + body)
    },
  })
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('bodyWatch', null)
  app.decorateRequest('bodyShare', null)
  const spans = createRequestSpans()
  app.addHook('onRequest', (request, _reply, done) => spans.begin(request, done))
  // Parsing a body leaves the context.
  app.addHook('preValidation', (request, _reply, done) => spans.within(request, done))
  app.addHook('onResponse', async (request, reply) => {
    spans.end(request, reply)
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    options.metrics.replied({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.addHook('onRequest', async (request, reply) => {
    watchReply(reply, options.patience.replyMs)
    reply.headers(HEADERS)
    reply.header('x-request-id', request.id)
    requireOneHost(request)
    requireOwnHost(request.headers.host, options.namesServer)
    request.clientAddress = options.clientAddress(request.raw)
    // Before its body is parsed.
    if (request.is404) throw nothingAt(request)
  })
  app.addHook('onSend', (request, reply) => readRest(request, reply, options.patience))
  app.setErrorHandler((error, request, reply) =>
    fail(reply, error, `${request.method} ${request.routeOptions.url ?? request.url}`),
  )
  await mountEndpoints(app, options)
  await mountPages(app, options.pages, options.patience, options.publicUrl)
  let document: string | undefined
  for (const path of [OPENAPI_PATH, SHORT_OPENAPI_PATH]) {
    app.get(path, async (_request, reply) => {
      document ??= JSON.stringify(openApi(options.endpoints, options.version))
      return reply.type('application/json; charset=utf-8').send(document)
    })
  }
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const isReady = await options.isReady()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not_ready' })
  })
  return app
}

/** The id that a proxy has given to a request, if it is one that can be logged. */
const ofProxy = (id: string | string[] | undefined): string | null =>
  typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : null

const nothingAt = ({ method, url }: FastifyRequest) =>
  new ApiError('not_found', message('api.nothing_at', { place: `${method} ${url.split('?', 1)[0]}` }))
