/**
 * Calls endpoints of the same server with the credential of a caller, without a connection: roles, limits and checks
 * apply to a tool as they do to any caller.
 */
import type { FastifyInstance } from 'fastify'
import type { Response } from 'light-my-request'
import { type Endpoint, templateOf } from '../../../shared/api/endpoint.ts'
import { ApiError, type ApiErrorCode, type ErrorBody } from '../../../shared/api/errors.ts'
import { ENDPOINTS } from '../../../shared/api/index.ts'
import { message } from '../../../shared/messages/message.ts'
import { KEY_HEADER } from '../../http/auth.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { ApiInput, ToolContext } from '../tools/agent-tool.ts'

export interface CallerConnection {
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

/** The API as the tools of one request see it. */
export function apiCalls(app: FastifyInstance, to: CallerConnection, signal: AbortSignal): ToolContext {
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
