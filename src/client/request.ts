/**
 * Builds an HTTP request from an endpoint's declaration and the caller's input, and performs one exchange with retries.
 */
import { type Endpoint, pathOf, takesIdempotencyKey } from '../shared/api/endpoint.ts'
import { ApiError } from '../shared/api/errors.ts'
import { message } from '../shared/messages/message.ts'
import { ConnectionError, errorOf } from './errors.ts'
import { backoffMs, isTransient, type RetryPolicy, retryAfterMs, sleep } from './retry.ts'

export interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** The revision that a change is based on. */
  ifMatch?: string
}

export interface Transport {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  retry: RetryPolicy
}

export interface Exchange<T> {
  /** Time limit per attempt, until `read` is done. 0 waits forever. */
  timeoutMs: number
  signal: AbortSignal | undefined
  headers?: Record<string, string>
  /** Reads a successful response. */
  read(response: Response): Promise<T>
}

/** The address of a call. */
export function addressOf(baseUrl: string, endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = pathOf(endpoint, params)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return `${baseUrl}${path}${suffix}`
}

/** 128 random bits; `randomUUID` is missing in pages of servers without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A server that requests a longer wait than this is reported instead of waited for. */
const MAX_RETRY_AFTER_MS = 60_000

type Tried<T> = { done: true; value: T } | { done: false; error: unknown; retryAfterMs: number | null }

/**
 * Sends a call, retries it when that is safe, and returns the result of `read` on the successful response.
 * @throws ApiError, ConnectionError, or the signal's reason when the caller aborts.
 */
export async function exchange<T>(
  transport: Transport,
  endpoint: Endpoint,
  input: AnyInput,
  options: Exchange<T>,
): Promise<T> {
  const { retry } = transport
  const url = addressOf(transport.baseUrl, endpoint, input)
  const key = takesIdempotencyKey(endpoint) && !endpoint.secretReply ? newKey() : null
  const retries = endpoint.idempotent || key !== null ? retry.retries : 0
  const headers = { ...options.headers, ...(key !== null && { 'idempotency-key': key }) }
  for (let attempt = 0; ; attempt++) {
    const tried = await attemptOnce(transport, endpoint, url, input, { ...options, headers })
    if (tried.done) return tried.value
    const { error, retryAfterMs: asked } = tried
    // Sent again, the call would wait for the attempt that is still being carried out.
    const isLate = key !== null && error instanceof ConnectionError && error.code === 'timeout'
    if (attempt >= retries || isLate || (asked !== null && asked > MAX_RETRY_AFTER_MS)) throw error
    await sleep(Math.max(asked ?? 0, backoffMs(retry, attempt, Math.random())), options.signal)
  }
}

/** Returns failures that are worth a retry; throws all others. */
async function attemptOnce<T>(
  transport: Transport,
  endpoint: Endpoint,
  url: string,
  { body, ifMatch }: AnyInput,
  { timeoutMs, signal, headers, read }: Exchange<T>,
): Promise<Tried<T>> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let timedOut = false
  const giveUp = () => {
    timedOut = true
    controller.abort()
  }
  const timer = timeoutMs > 0 ? setTimeout(giveUp, timeoutMs) : undefined
  try {
    const response = await transport.fetch(url, {
      method: endpoint.method,
      headers: {
        'x-api-key': transport.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: controller.signal,
    })
    if (response.ok) return { done: true, value: await read(response) }
    const error = await errorOf(response)
    // An earlier attempt, whose reply was lost, is still being carried out.
    if (!isTransient(response.status) && error.code !== 'request_running') throw error
    return { done: false, error, retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    return { done: false, error: connectionError(url, timedOut ? timeoutMs : null, error), retryAfterMs: null }
  } finally {
    clearTimeout(timer)
    // A stream that `read` passes on must still be aborted with the caller's signal.
    if (endpoint.reply.as === 'json' || endpoint.reply.as === 'empty') signal?.removeEventListener('abort', abort)
  }
}

function connectionError(url: string, timeoutMs: number | null, cause: unknown): ConnectionError {
  if (timeoutMs !== null) {
    return new ConnectionError('timeout', message('api.no_reply', { seconds: timeoutMs / 1000 }), { cause })
  }
  return new ConnectionError('unreachable', message('api.unreachable', { address: new URL(url).origin }), { cause })
}
