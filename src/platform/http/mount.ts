/** Mounts the declared endpoints: authorization, checks, the handler, and its reply as HTTP. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Endpoint, hasCaller, maxBodyBytesOf, templateOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message, saidOf } from '../../shared/messages/message.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { IdleWork } from '../machine/idle-work.ts'
import type { Log } from '../machine/log.ts'
import { type Admissions, gateOf } from './admission.ts'
import { authorize, type Verifiers } from './auth.ts'
import type { BodyBudget } from './body-budget.ts'
import { type RequestPatience, watchBody } from './body-timeout.ts'
import { type ChangeLog, isChange, objectOf } from './changes.ts'
import { declaredFields, type Reduce } from './declared-fields.ts'
import { eventStream } from './event-stream.ts'
import { sendFile } from './file-reply.ts'
import { acceptForms, FILE_PART, FormBody } from './form-body.ts'
import type { Call, Handlers, ServerEvent, StoredFile } from './handler.ts'
import { once, type Repetitions } from './idempotency.ts'
import type { InProgress } from './in-progress.ts'
import { acceptJson } from './json-body.ts'
import { isLargeReply, writeLargeReply } from './large-reply.ts'
import { refuseNul } from './nul-texts.ts'
import { declaredErrors } from './openapi.ts'
import { requestCheck } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The file of a form, beside its fields in the body. */
    formFile: readonly Buffer[] | null
  }
}

export interface MountOptions {
  endpoints: ReadonlyMap<string, Endpoint>
  handlers: Handlers
  verifiers: Verifiers
  admissions: Admissions
  repetitions: Repetitions
  /** Has an entry for each change before its reply is sent. */
  changes: ChangeLog
  inProgress: InProgress
  /** Prepares the checks of bodies, which takes up to 60 ms for one. */
  idleWork: IdleWork
  bodies: BodyBudget
  /** Aborted when the server closes: event streams end then. */
  closing: AbortSignal
  heartbeatMs: number
  patience: RequestPatience
  /** Address under which callers reach the server when the request does not show it (behind a proxy). */
  publicUrl: string | undefined
  log: Log
}

const NO_QUERY = Type.Object({}, { additionalProperties: false })
const routePath = (endpoint: Endpoint): string => {
  const { spans } = endpoint
  const path = templateOf(endpoint)
  const upToSpan = spans === undefined ? path : `${path.slice(0, path.indexOf(`{${spans}}`))}*`
  return upToSpan.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** A file, or nothing. */
const asItIs: Reduce = (answer) => answer

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>

function handlerOf(handlers: Handlers, id: string): AnyHandler {
  const [group, name] = id.split('.') as [keyof Handlers, string]
  return (handlers[group] as Record<string, AnyHandler>)[name] as AnyHandler
}

/** JSON endpoints, those that also take forms, and raw ones parse bodies differently: each group has a scope of its own. */
export async function mountEndpoints(app: FastifyInstance, options: MountOptions): Promise<void> {
  const { bodies } = options
  const json = [...options.endpoints].filter(([, e]) => !e.rawBody && !e.form)
  const forms = [...options.endpoints].filter(([, e]) => e.form)
  const raw = [...options.endpoints].filter(([, e]) => e.rawBody)
  app.decorateRequest('caller', null)
  app.decorateRequest('formFile', null)
  await app.register(async (scope) => {
    acceptJson(scope, bodies)
    for (const [id, endpoint] of json) mount(scope, id, endpoint, options)
  })
  await app.register(async (scope) => {
    acceptJson(scope, bodies)
    acceptForms(scope)
    for (const [id, endpoint] of forms) mount(scope, id, endpoint, options)
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const [id, endpoint] of raw) mount(scope, id, endpoint, options)
  })
}

/** Characters of a schema that takes more than some 10 ms to compile; all of them would add 15 MB to an idle server. */
const LARGE_SCHEMA = 2000
const isLarge = (schema: unknown): boolean => JSON.stringify(schema).length > LARGE_SCHEMA

function mount(scope: FastifyInstance, id: string, endpoint: Endpoint, options: MountOptions): void {
  const { patience } = options
  const { inProgress } = options
  const handler = handlerOf(options.handlers, id)
  const checkQuery = requestCheck(endpoint.query ?? NO_QUERY, 'query')
  const checkBody = endpoint.body ? requestCheck(endpoint.body, 'body') : null
  const checkForm = endpoint.form ? requestCheck(endpoint.form, 'form') : null
  if (checkBody && isLarge(endpoint.body)) options.idleWork.add(checkBody.prepare)
  const refused = async (caller: Caller, params: unknown) => {
    if (isChange(endpoint)) await options.changes.refused({ caller, action: id, object: objectOf(params, null) })
  }
  const recorded = (caller: Caller | null, params: unknown, work: () => Promise<unknown>) => {
    if (!caller || !isChange(endpoint)) return work()
    const change = { caller, action: id, object: objectOf(params, null) }
    return options.changes.around(change, work, (answer) => objectOf(params, answer))
  }
  const reduce = 'schema' in endpoint.reply ? declaredFields(endpoint.reply.schema) : asItIs
  scope.route({
    method: endpoint.method,
    url: routePath(endpoint),
    bodyLimit: maxBodyBytesOf(endpoint),
    config: { body: endpoint.body },
    exposeHeadRoute: endpoint.reply.as === 'json' || endpoint.reply.as === 'file',
    onRequest: async (request, reply) => {
      watchBody(request, reply, patience, endpoint.rawBody ? Number.POSITIVE_INFINITY : patience.jsonMs)
      const gate = gateOf(request, reply, options.admissions)
      request.caller = await inProgress.track(
        authorize(request, endpoint, options.verifiers, gate, (caller) => refused(caller, request.params)),
      )
    },
    preHandler: async (request) => {
      const { body } = request
      if (endpoint.form && body instanceof FormBody) {
        if (body.file === null) throw noFile()
        request.formFile = body.file
        request.body = body.valuesFor(endpoint.form)
      }
      const check = request.formFile ? checkForm : checkBody
      const texts = refuseNul(request.params, 'params') ?? refuseNul(request.query, 'query')
      const ofForm = request.formFile ? refuseNul(request.body, 'form') : null
      const wrong = texts ?? checkQuery(request.query) ?? ofForm ?? check?.(request.body)
      if (wrong) throw wrong
    },
    handler: async (request, reply) => {
      try {
        const call = callOf(request, reply, endpoint, options)
        const answer = await inProgress.track(
          once(request, reply, endpoint, reduce, options, () =>
            recorded(request.caller, call.params, () => handler(call)),
          ),
        )
        return reply.sent ? reply : await send(request, reply, endpoint, answer, reduce, options)
      } catch (error) {
        if (error instanceof ApiError && !declaredErrors(endpoint).includes(error.code)) {
          options.log('error', `${id} answers ${error.code}, which it does not declare.`)
        }
        throw error
      }
    },
  })
}

function noFile(): ApiError {
  const problem = message('invalid.required')
  const details = [{ field: `/${FILE_PART}`, ...saidOf(problem) }]
  return new ApiError('invalid_field', message('invalid.body', { problems: problem }), details)
}

/** The match of a wildcard, without the rest of the path behind it. @throws ApiError not_found for another ending */
function paramsOf(request: FastifyRequest, { path, spans }: Endpoint): Record<string, string> {
  const { '*': rest = '', ...params } = request.params as Record<string, string>
  if (spans === undefined) return params
  const ending = path.slice(path.indexOf(`{${spans}}`) + spans.length + 2)
  const value = rest.endsWith(ending) ? rest.slice(0, rest.length - ending.length) : ''
  if (value === '')
    throw new ApiError('not_found', message('api.nothing_at', { place: `${request.method} ${request.url}` }))
  return { ...params, [spans]: value }
}

/** The specification allows a second for a revocation to take effect. */
const CHECK_EVERY_MS = 500

/**
 * Ends calls that wait, such as event streams, when their credential is revoked meanwhile.
 * A reply that has not begun becomes the error; one that has begun is cut off.
 */
function watchCredential(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, verifiers: Verifiers): void {
  if (!hasCaller(endpoint)) return
  const check = async () => {
    try {
      await authorize(request, endpoint, verifiers)
    } catch (error) {
      // Another failure, such as one of the database, says nothing about the credential.
      if (!(error instanceof ApiError) || (error.code !== 'invalid_key' && error.code !== 'role_too_low')) return
      clearInterval(timer)
      if (reply.raw.headersSent) reply.raw.destroy()
      else if (!reply.sent) reply.send(error)
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  reply.raw.once('close', () => clearInterval(timer))
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  options: MountOptions,
): Call<Endpoint> {
  let signal: AbortSignal | null = null
  return {
    caller: request.caller as never,
    params: paramsOf(request, endpoint) as never,
    query: request.query as never,
    body: (request.formFile ? undefined : request.body) as never,
    form: (request.formFile ? { fields: request.body, file: request.formFile } : null) as never,
    ifMatch: revisionOf(request.headers['if-match']),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    get bytes() {
      return request.raw.iterator({ destroyOnReturn: false })
    },
    origin: options.publicUrl ?? `${request.protocol}://${request.host}`,
    address: request.clientAddress,
    // Few calls wait for anything.
    get signal() {
      if (!signal) {
        signal = goneSignal(reply, options.closing)
        watchCredential(request, reply, endpoint, options.verifiers)
      }
      return signal
    },
  }
}

/** Aborted when the caller disconnects or the server closes. */
function goneSignal(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const abort = () => gone.abort()
  if (closing.aborted || reply.raw.closed) abort()
  closing.addEventListener('abort', abort)
  reply.raw.once('close', () => {
    closing.removeEventListener('abort', abort)
    abort()
  })
  return gone.signal
}

/** Strong and weak tags name the same revision here, as a revision is not a sequence of bytes. */
const revisionOf = (ifMatch: string | undefined): string | undefined =>
  ifMatch === undefined || ifMatch.trim() === '*' ? undefined : ifMatch.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { reply: declared }: Endpoint,
  answer: unknown,
  reduce: Reduce,
  options: MountOptions,
): Promise<FastifyReply> {
  switch (declared.as) {
    case 'json':
      reply.code(declared.status ?? 200)
      if (declared.etag) reply.header('etag', `"${(answer as Record<string, unknown>)[declared.etag]}"`)
      if (!isLargeReply(answer)) return reply.send(reduce(answer))
      return reply.type('application/json; charset=utf-8').send(await writeLargeReply(answer, reduce))
    case 'empty':
      return reply.code(204).send()
    case 'file':
      return sendFile(request, reply, answer as StoredFile)
    case 'events': {
      const events = eventStream(answer as AsyncIterable<ServerEvent<unknown>>, options.heartbeatMs, reduce)
      // The connection is not reused: the server can close when the stream has ended.
      return reply.type('text/event-stream').headers({ 'x-accel-buffering': 'no', connection: 'close' }).send(events)
    }
  }
}
