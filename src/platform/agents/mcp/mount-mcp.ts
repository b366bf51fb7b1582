/** `/mcp`: the tools over the Streamable HTTP transport of the Model Context Protocol, for callers with an API key. */
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Response } from 'light-my-request'
import { BODY_BYTES, type Endpoint, templateOf } from '../../../shared/api/endpoint.ts'
import { ApiError, type ApiErrorCode, type ErrorBody } from '../../../shared/api/errors.ts'
import { ENDPOINTS } from '../../../shared/api/index.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Admissions } from '../../http/admission.ts'
import { KEY_HEADER, type VerifySecret } from '../../http/auth.ts'
import type { BodyBudget } from '../../http/body-budget.ts'
import { type RequestPatience, watchBody } from '../../http/body-timeout.ts'
import { acceptJson } from '../../http/json-body.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import type { AgentTool, ApiInput, ToolContext } from '../tools/agent-tool.ts'

export const MCP_PATH = '/mcp'

interface CallerConnection {
  caller: Caller
  /** The secret of the caller's API key. */
  key: string
  /** The Host header of the request. */
  host: string
  address: string
  /** Scheme, host and port under which the caller reached the server. */
  origin: string
}

const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: ApiInput): string => {
  const place = templateOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return `${place}${search.size > 0 ? `?${search}` : ''}`
}

/**
 * Calls endpoints of the same server with the credential of a caller, without a connection: roles, limits and checks
 * apply to a tool as they do to any caller.
 * The API as the tools of one request see it.
 */
function apiCalls(app: FastifyInstance, to: CallerConnection, signal: AbortSignal): ToolContext {
  async function send(
    method: Endpoint['method'],
    url: string,
    headers: Record<string, string>,
    payload?: string | Buffer,
  ): Promise<Response> {
    const response = await app.inject({
      method,
      url,
      headers: { host: to.host, ...headers },
      remoteAddress: to.address,
      ...(payload !== undefined && { payload }),
      signal,
    })
    if (response.statusCode >= 400) throw errorOf(response)
    return response
  }
  const keyed = { [KEY_HEADER]: to.key }

  return {
    caller: to.caller,
    origin: to.origin,
    signal,
    async api(id, input = {}) {
      const endpoint = ENDPOINTS.get(id) as Endpoint
      const url = urlOf(endpoint, input)
      const response =
        input.body === undefined
          ? await send(endpoint.method, url, keyed)
          : await send(
              endpoint.method,
              url,
              { ...keyed, 'content-type': 'application/json' },
              JSON.stringify(input.body),
            )
      return response.payload === '' ? null : response.json()
    },
    async read(id, params, from, length) {
      const range = `bytes=${from}-${from + length - 1}`
      const { headers, rawPayload, statusCode } = await send('GET', urlOf(ENDPOINTS.get(id) as Endpoint, { params }), {
        ...keyed,
        range,
      })
      const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1]
      return {
        bytes: rawPayload,
        size: statusCode === 206 && total !== undefined ? Number(total) : rawPayload.length,
        mediaType: String(headers['content-type'] ?? ''),
      }
    },
    async put(url, bytes, contentType) {
      const { pathname, search } = new URL(url)
      await send('PUT', `${pathname}${search}`, { 'content-type': contentType }, bytes)
    },
  }
}

function errorOf(response: Response): ApiError {
  try {
    const { error } = response.json<ErrorBody>()
    return new ApiError(error.code as ApiErrorCode, error, error.details)
  } catch {
    return new ApiError('internal', message('api.internal'))
  }
}

export interface McpOptions {
  tools: readonly AgentTool[]
  verifyKey: VerifySecret
  admissions: Pick<Admissions, 'bounded'>
  patience: RequestPatience
  bodies: BodyBudget
  /** Address under which callers reach the server when the request does not show it (behind a proxy). */
  publicUrl: string | undefined
  version: string
  log: Log
}

/** Call it before the server listens. */
export async function mountMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const { verifyKey, admissions, patience, bodies, publicUrl, log } = options
  const connections = new WeakMap<Request, CallerConnection>()

  /** The SDK is large: a server that no agent uses does not load it. */
  async function openHandler(): Promise<McpHttpHandler> {
    const [{ createMcpHandler }, { createToolServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./tool-server.ts'),
    ])
    const open = createToolServer(options)
    return createMcpHandler(
      ({ requestInfo }) => {
        const connection = requestInfo && connections.get(requestInfo)
        if (!connection) throw new Error('A request for tools came without its caller.')
        return open(connection.caller, (signal) => apiCalls(app, connection, signal))
      },
      { onerror: (error) => log('warning', 'A request for tools was rejected.', error) },
    )
  }
  let opened: Promise<McpHttpHandler> | null = null

  async function authenticate(request: FastifyRequest): Promise<CallerConnection> {
    const key = keyOf(request)
    if (key === null) throw new ApiError('invalid_key', message('api.key_needed'))
    const origin = publicUrl ?? `${request.protocol}://${request.host}`
    requireOwnOrigin(request, origin)
    // The calls that the tools make are counted for the limits of the caller.
    const verified = await admissions.bounded(request.clientAddress, () => verifyKey(key))
    const caller = { ...verified, requestId: request.id }
    return { caller, key, host: request.host, address: request.clientAddress, origin }
  }

  await app.register(async (scope) => {
    acceptJson(scope, bodies)
    scope.decorateRequest('mcpConnection', null)
    scope.addHook('onClose', async () => (await opened)?.close())
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      exposeHeadRoute: false,
      // Tools create workflows and annotations.
      bodyLimit: BODY_BYTES.large,
      onRequest: async (request, reply) => {
        watchBody(request, reply, patience, patience.jsonMs)
        request.mcpConnection = await authenticate(request)
      },
      handler: async (request, reply) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const { method, headers, body } = request
        // One request could otherwise hold thousands of calls.
        if (Array.isArray(body)) throw new ApiError('malformed_request', message('tool.batch'))
        const asked = new Request(new URL(MCP_PATH, 'http://sightline'), {
          method,
          headers: textHeaders(headers),
          signal: gone.signal,
        })
        connections.set(asked, request.mcpConnection as CallerConnection)
        opened ??= openHandler()
        const handler = await opened
        return reply.send(await handler.fetch(asked, body === undefined ? {} : { parsedBody: body }))
      },
    })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    mcpConnection: CallerConnection | null
  }
}

/** MCP clients send a bearer token more easily than a header of another name. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[KEY_HEADER]
  if (typeof key === 'string' && key !== '') return key
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Pages of other sites are refused, as the protocol requires. @throws ApiError origin_refused */
function requireOwnOrigin({ headers }: FastifyRequest, own: string): void {
  const { origin } = headers
  if (origin === undefined || origin === own) return
  throw new ApiError('origin_refused', message('tool.origin_refused', { origin }))
}

function textHeaders(headers: FastifyRequest['headers']): Headers {
  const texts = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return texts
}
