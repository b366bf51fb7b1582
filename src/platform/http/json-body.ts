/** Bodies of JSON: received within the limit of their route, measured, and parsed when there is memory for them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { ApiError } from '../../shared/api/errors.ts'
import { type JsonBounds, type Measured, measureJson } from '../../shared/domain/json-memory.ts'
import { message } from '../../shared/messages/message.ts'
import { pausing } from '../machine/pauses.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'
import { parseLargeJson } from './large-json.ts'
import { longestLists, mostItemsAt } from './list-limits.ts'
import { refuseNul } from './nul-texts.ts'
import { unexpectedList } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that parse no bodies. */
    bodyShare: BodyShare | null
  }
  interface FastifyContextConfig {
    /** The schema of the body, where one is declared. */
    body?: TSchema | undefined
  }
}

/** Far above any graph, and within the reach of code that reads a body recursively. */
const MAX_JSON_LEVELS = 64

/** JSON has control characters only in this form. */
const ESCAPED_NUL = '\\u0000'

/** Lists of a shorter body are left to the schema. */
const LARGE = 256 * 1024

export const bodyTooLarge = (): ApiError => new ApiError('payload_too_large', message('api.body_too_large'))
const tooDeep = () => new ApiError('malformed_request', message('api.body_too_deep', { max: MAX_JSON_LEVELS }))
const cutOff = () => new ApiError('malformed_request', message('api.body_length'))

/** Only accepts JSON; an empty body counts as none, whatever its Content-Type says. */
export function acceptJson(scope: FastifyInstance, budget: BodyBudget): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', async (request, reply) => {
    request.bodyShare = budget.open(reply)
  })
  scope.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const share = request.bodyShare as BodyShare
    const bytes = await receivedBytes(request, share)
    if (bytes.length === 0) return undefined
    const memory = await memoryOf(bytes, request.routeOptions.config.body)
    const body = await share.parsed(memory, () =>
      parseLargeJson(bytes.toString(), (json) => {
        let [failure, value]: [Error | null, unknown] = [null, undefined]
        parse(request, json, (error, parsed) => {
          failure = error
          value = parsed
        })
        if (failure) throw failure
        return value
      }),
    )
    const wrong = bytes.includes(ESCAPED_NUL) ? refuseNul(body, 'body') : null
    if (wrong) throw wrong
    return body
  })
}

/** Measures JSON of a request; other requests are answered meanwhile. */
async function measureLargeJson(json: Uint8Array, bounds: JsonBounds): Promise<Measured> {
  const pause = pausing()
  const reading = measureJson(json, bounds)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (pause.isDue) await pause.take()
  }
}

/** @throws ApiError malformed_request for a body that is nested too deeply, invalid_field for a list that is too long */
async function memoryOf(bytes: Buffer, schema: TSchema | undefined): Promise<number> {
  const items = schema && bytes.length >= LARGE ? longestLists(schema, MAX_JSON_LEVELS) : []
  const measured = await measureLargeJson(bytes, { levels: MAX_JSON_LEVELS, items })
  if (measured === 'too_deep') throw tooDeep()
  if ('memory' in measured) return measured.memory
  const { path } = measured
  throw unexpectedList(path, schema ? mostItemsAt(schema, path) : null)
}

/** @throws ApiError payload_too_large, server_busy, malformed_request */
async function receivedBytes({ raw, headers, routeOptions }: FastifyRequest, share: BodyShare): Promise<Buffer> {
  const { bodyLimit = 0 } = routeOptions
  if (Number(headers['content-length'] ?? 0) > bodyLimit) throw bodyTooLarge()
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length
      if (size > bodyLimit) throw bodyTooLarge()
      share.arrived(part.length)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : cutOff()
  }
  return Buffer.concat(parts, size)
}
