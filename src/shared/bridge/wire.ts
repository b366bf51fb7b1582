/** Carries a contract over a port: the host serves it, the page connects to it. Depends on neither Node nor the DOM. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Message, type MessageText, message, saidOf } from '../messages/message.ts'
import type { Client, Contract, Impl, Port, StopSignal } from './contract.ts'
import { CREDIT_WINDOW, createCreditQueue } from './credit-queue.ts'
import { BridgeFailure } from './failure.ts'
import type { BridgeError } from './studio.ts'

type FromPage =
  | { t: 'req'; id: number; method: string; input: unknown }
  | { t: 'stop'; id: number }
  | { t: 'ack'; id: number; count: number }
type FromHost =
  | { t: 'res'; id: number; output: unknown }
  | { t: 'err'; id: number; error: BridgeError }
  | { t: 'ev'; id: number; event: unknown }
  | { t: 'end'; id: number }

/** Available in Node and in pages, but typed by neither library here. */
declare const AbortController: new () => { signal: StopSignal; abort(): void }

const ACK_EVERY = CREDIT_WINDOW / 4

function toBridgeError(error: unknown): BridgeError {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const details = 'details' in error && error.details
    const text = 'text' in error ? (error.text as MessageText | undefined) : undefined
    if (Array.isArray(details)) return { code: error.code, ...saidOf({ message: error.message, text }), details }
  }
  return { code: 'internal', ...saidOf(message('host.internal')), details: [] }
}

export interface ServeOptions {
  /** Called with exceptions that the page only sees as `internal`. */
  onInternalError?: (method: string, error: unknown) => void
}

/**
 * Serves a page's requests on a port until the port closes, then aborts every handler still running. Inputs are checked
 * against the contract. Messages outside the protocol are ignored.
 */
export function serveBridge<C extends Contract>(
  contract: C,
  impl: Impl<C>,
  port: Port,
  options: ServeOptions = {},
): void {
  const running = new Map<number, { abort(): void; ack(count: number): void }>()
  let closed = false
  const post = (message: FromHost) => {
    if (!closed) port.post(message)
  }

  async function answer(id: number, method: string, input: unknown): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    const queue = createCreditQueue((event) => post({ t: 'ev', id, event }))
    const abort = () => {
      controller.abort()
      queue.close()
    }
    running.set(id, { abort, ack: queue.ack })
    try {
      const spec = Object.hasOwn(contract, method) ? contract[method] : undefined
      if (!spec) throw new BridgeFailure({ code: 'not_supported', message: message('host.unknown_method', { method }) })
      checkInput(method, spec.input, input)
      const handler = impl[method] as (...args: unknown[]) => Promise<unknown>
      if (spec.type === 'call') {
        const output = await handler.call(impl, input, signal)
        if (!signal.aborted) post({ t: 'res', id, output })
      } else {
        await handler.call(impl, input, queue.emit, signal)
        await queue.drained()
        if (!signal.aborted) post({ t: 'end', id })
      }
    } catch (error) {
      if (signal.aborted) return
      const told = toBridgeError(error)
      if (told.code === 'internal') options.onInternalError?.(method, error)
      post({ t: 'err', id, error: told })
    } finally {
      running.delete(id)
    }
  }

  port.onMessage((message) => {
    const m = message as Partial<FromPage> | null
    if (typeof m !== 'object' || m === null || typeof m.id !== 'number') return
    if (m.t === 'req' && typeof m.method === 'string' && !running.has(m.id)) {
      const { method } = m
      return answer(m.id, method, m.input).catch((error) => options.onInternalError?.(method, error))
    }
    if (m.t === 'stop') running.get(m.id)?.abort()
    if (m.t === 'ack' && typeof m.count === 'number') running.get(m.id)?.ack(m.count)
    return
  })
  port.onClose(() => {
    closed = true
    for (const { abort } of running.values()) abort()
  })
}

function checkInput(method: string, schema: TSchema, input: unknown): void {
  if (Value.Check(schema, input)) return
  const details = Value.Errors(schema, input).map((e) => ({ field: e.instancePath || '/', message: e.message }))
  const problems = details.map((d) => `${d.field} ${d.message}`).join('; ')
  throw new BridgeFailure({
    code: 'malformed_request',
    message: message('host.malformed_input', { method, problems }),
    details,
  })
}

export interface ConnectOptions {
  /** Creates the error that a failed call rejects with. */
  toError?: (error: BridgeError) => Error
}

/**
 * A client over a port. Calls reject with an error that has `code`, `message` and `details`: the host's, `cancelled`
 * when the caller's signal aborts, or `unreachable` when the port closes. A stream starts when it is iterated, stops
 * when the loop is left or its signal aborts, and throws when the host fails or the port closes.
 */
export function connectBridge<C extends Contract>(contract: C, port: Port, options: ConnectOptions = {}): Client<C> {
  const toError = options.toError ?? ((error) => new BridgeFailure(error))
  const fail = (code: string, why: Message) => toError({ code, ...saidOf(why), details: [] })
  const lost = () => fail('unreachable', message('host.connection_lost'))
  const cancelled = () => fail('cancelled', message('host.cancelled'))
  const listeners = new Map<number, (message: FromHost | null) => void>()
  let lastId = 0
  let closed = false

  port.onMessage((message) => {
    const m = message as FromHost | null
    if (typeof m === 'object' && m !== null) listeners.get(m.id)?.(m)
  })
  port.onClose(() => {
    closed = true
    for (const listen of [...listeners.values()]) listen(null)
  })
  const post = (message: FromPage) => {
    if (!closed) port.post(message)
  }

  const call = (method: string, input: unknown, signal?: StopSignal) =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) return reject(lost())
      if (signal?.aborted) return reject(cancelled())
      const id = ++lastId
      const done = () => {
        listeners.delete(id)
        signal?.removeEventListener('abort', abort)
      }
      const abort = () => {
        done()
        post({ t: 'stop', id })
        reject(cancelled())
      }
      signal?.addEventListener('abort', abort)
      listeners.set(id, (m) => {
        done()
        if (m?.t === 'res') resolve(m.output)
        else reject(m?.t === 'err' ? toError(m.error) : lost())
      })
      try {
        post({ t: 'req', id, method, input })
      } catch (error) {
        done()
        reject(error)
      }
    })

  async function* stream(method: string, input: unknown, signal?: StopSignal): AsyncGenerator<unknown> {
    if (closed) throw lost()
    if (signal?.aborted) return
    const id = ++lastId
    const arrived: (FromHost | null)[] = []
    let wake = () => {}
    let ended = false
    let unacked = 0
    const wakeUp = () => wake()
    listeners.set(id, (m) => {
      arrived.push(m)
      wake()
    })
    signal?.addEventListener('abort', wakeUp)
    try {
      post({ t: 'req', id, method, input })
      while (!signal?.aborted) {
        const m = arrived.shift()
        if (m === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        } else if (m?.t === 'ev') {
          if (++unacked === ACK_EVERY) {
            post({ t: 'ack', id, count: unacked })
            unacked = 0
          }
          yield m.event
        } else {
          ended = true
          if (m?.t === 'end') return
          throw m?.t === 'err' ? toError(m.error) : lost()
        }
      }
    } finally {
      listeners.delete(id)
      signal?.removeEventListener('abort', wakeUp)
      if (!ended) post({ t: 'stop', id })
    }
  }

  const methods = Object.entries(contract).map(([name, spec]) => {
    const run = spec.type === 'call' ? call : stream
    return [name, (input: unknown, signal?: StopSignal) => run(name, input, signal)]
  })
  return Object.fromEntries(methods) as Client<C>
}
