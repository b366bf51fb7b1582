/** The typed client: one method for each declared endpoint. */
import type { Endpoint, InputOf, OutputOf } from '../shared/api/endpoint.ts'
import { followEvents, type SentEvent } from '../shared/api/follow-events.ts'
import { type Api, ENDPOINTS, type EndpointById, type EndpointId } from '../shared/api/index.ts'
import type { RunUpdate } from '../shared/domain/run.ts'
import { isTerminal } from '../shared/domain/run.ts'
import { eventsOf } from './events.ts'
import { type AnyInput, exchange, type Transport } from './request.ts'
import { backoffMs, DEFAULT_RETRY, type RetryPolicy, sleep } from './retry.ts'
import { type UploadOptions, type UploadSource, upload } from './upload.ts'

export interface ClientOptions {
  /** Scheme, host and port. */
  baseUrl: string
  apiKey: string
  fetch?: typeof fetch
  retry?: Partial<RetryPolicy>
  /** Time limit per attempt of a call that has no longer limit of its own. */
  timeoutMs?: number
}

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** Only for files: a Range header, such as `bytes=0-1023`. */
  range?: string
  /** Only for files: further request headers, such as If-None-Match. */
  headers?: Record<string, string>
}

export interface ConnectOptions {
  signal?: AbortSignal
  /** Id of the last event that the caller has; the connection continues after it. */
  after?: string | undefined
}

/**
 * A file is returned as the Response itself, to be streamed. Events are yielded as they arrive, each once: a lost
 * connection is opened again.
 */
export type ResultOf<E extends Endpoint> = E['reply'] extends { as: 'file' }
  ? Promise<Response>
  : E['reply'] extends { as: 'events' }
    ? AsyncIterable<OutputOf<E>>
    : Promise<OutputOf<E>>

type IsOptional<T> = Record<never, never> extends T ? true : false
/** Input may be omitted when an endpoint needs none. */
type Arguments<E extends Endpoint> =
  IsOptional<InputOf<E>> extends true
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/** The ids of endpoints that reply with events. */
type EventsId = { [Id in EndpointId]: EndpointById<Id>['reply'] extends { as: 'events' } ? Id : never }[EndpointId]

type Method<E> = E extends Endpoint ? (...args: Arguments<E>) => ResultOf<E> : never
/** Signed URLs are not calls: `upload` sends files to them. The token of a deployment is not the key of a client. */
type Callable<Group> = {
  [N in keyof Group as Group[N] extends { credential: 'signed_url' | 'deployment_token' } ? never : N]: Method<Group[N]>
}

export type ApiClient = { [G in keyof Api]: Callable<Api[G]> } & {
  call<Id extends EndpointId>(id: Id, ...args: Arguments<EndpointById<Id>>): ResultOf<EndpointById<Id>>
  /**
   * Opens one connection to a stream of events, which end when it is lost. For a host whose page follows the stream
   * itself; others call the endpoint.
   */
  connect<Id extends EventsId>(
    id: Id,
    input: InputOf<EndpointById<Id>>,
    options?: ConnectOptions,
  ): Promise<AsyncIterable<SentEvent<OutputOf<EndpointById<Id>>>>>
  /** Puts a file to the URL that an upload-url call returned. */
  upload(target: { upload_url: string }, source: UploadSource, options: UploadOptions): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Time limits of calls that wait for work to be done. */
const LONG_TIMEOUTS_MS: Partial<Record<EndpointId, number>> = {
  'workflows.invoke': 330_000,
  'video.probe': 600_000,
  'video.extractFrames': 600_000,
  'images.import': 120_000,
  'models.import': 300_000,
  'deployments.computeOptions': 120_000,
  'deployments.create': 120_000,
  'deployments.quote': 120_000,
  'deployments.try': 120_000,
  'devices.list': 120_000,
  'devices.check': 600_000,
  'operator.chooseDevice': 120_000,
}

/** Calls fail with `ApiError`, `ConnectionError`, or the reason of the caller's signal. */
export function createClient(options: ClientOptions): ApiClient {
  const transport: Transport = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    fetch: options.fetch ?? fetch,
    retry: { ...DEFAULT_RETRY, ...options.retry },
  }

  function prepared(id: string, input: AnyInput, { signal, headers, timeoutMs }: CallOptions) {
    const endpoint = ENDPOINTS.get(id)
    if (!endpoint || !isCall(endpoint)) throw new TypeError(`There is no call “${id}”.`)
    const standard = LONG_TIMEOUTS_MS[id as EndpointId] ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const send: Send = (read, extra = {}) =>
      exchange(transport, endpoint, input, {
        timeoutMs: timeoutMs ?? standard,
        signal,
        headers: { ...headers, ...extra },
        read,
      })
    return { reply: endpoint.reply.as, send }
  }

  function call(id: string, input: AnyInput = {}, callOptions: CallOptions = {}): unknown {
    const { reply, send } = prepared(id, input, callOptions)
    const { signal, range } = callOptions
    switch (reply) {
      case 'json':
        return send((response) => response.json() as Promise<unknown>)
      case 'empty':
        return send(async (response) => void (await response.arrayBuffer()))
      case 'file':
        return send(async (response) => response, range === undefined ? {} : { range })
      case 'events':
        return followEvents({
          connect: (after) => connectTo(send, after),
          isLast: isLastUpdate,
          async pause(attempt, error) {
            // Like every call, the one that opens a connection has been retried already.
            if (error !== null) throw error
            await sleep(backoffMs(transport.retry, attempt, Math.random()), signal)
          },
        })
    }
  }

  const groups: Record<string, Record<string, unknown>> = Object.create(null)
  for (const [id, endpoint] of ENDPOINTS) {
    if (!isCall(endpoint)) continue
    const [group, name] = id.split('.') as [string, string]
    groups[group] = { ...groups[group], [name]: (input?: AnyInput, o?: CallOptions) => call(id, input, o) }
  }
  const connect = async (id: string, input: AnyInput, { after, ...callOptions }: ConnectOptions = {}) =>
    connectTo(prepared(id, input, callOptions).send, after)
  const put: ApiClient['upload'] = (target, source, how) => upload(transport.fetch, target, source, how)
  // The record of declarations gives the types; the loop above creates exactly its methods.
  return { ...groups, call, connect, upload: put } as unknown as ApiClient
}

/** Sends a call and returns the result of `read`; `headers` are added to those of the caller. */
type Send = <T>(read: (response: Response) => Promise<T>, headers?: Record<string, string>) => Promise<T>

const connectTo = (send: Send, after: string | undefined): Promise<AsyncIterable<SentEvent<unknown>>> =>
  send(async (response) => eventsOf(response), after === undefined ? {} : { 'last-event-id': after })

/** False for calls with another credential than the key. */
const isCall = ({ credential }: Endpoint): boolean => credential !== 'signed_url' && credential !== 'deployment_token'

/** The only events so far are those of runs, which end with the run. */
function isLastUpdate(event: unknown): boolean {
  const update = event as RunUpdate
  return update.type === 'run' && isTerminal(update.run.status)
}
