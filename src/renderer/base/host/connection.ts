/** A reconnecting bridge: one StudioClient that outlives the connections beneath it. */
import { STUDIO, type StudioClient } from '../../../shared/bridge/studio.ts'
import { texts } from '../../texts/texts.ts'
import { HostError } from './host-context.ts'

/** One connection to the host. */
export interface Link {
  client: StudioClient
  /** Called once, when the connection has ended for whatever reason. */
  onClose(listener: () => void): void
}

/** The host responds, but this browser has no session there (any more). */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
  /** The page on which a person signs in; null where the host lets browsers in by an address. */
  readonly signInUrl: string | null

  constructor(signInUrl: string | null) {
    super('signed_out')
    this.signInUrl = signInUrl
  }
}

export interface ConnectionState {
  /** `signed_out` is retried like `lost`, because another tab of this browser may sign in. */
  status: 'connecting' | 'open' | 'lost' | 'signed_out'
  /** Number of connections opened so far; when it changes, data read earlier may be stale. */
  generation: number
  /** The page on which a person signs in, from `SignedOut`; null in other states. */
  signInUrl: string | null
}

export interface Connection {
  readonly studio: StudioClient
  getState(): ConnectionState
  subscribe(listener: () => void): () => void
  /** Retries at once instead of waiting for the next attempt. */
  retry(): void
  /** Counts as another connection, so that everything read from the host is read again. */
  refresh(): void
}

export interface ConnectionOptions {
  /** Pause before attempt n (from 0) after a loss, milliseconds. */
  backoffMs?: (attempt: number) => number
  /** How long a call waits for a connection before it fails, milliseconds. */
  patienceMs?: number
}

const backoff = (attempt: number): number => Math.min(250 * 2 ** attempt, 5_000)

const unreachable = () =>
  new HostError({
    code: 'unreachable',
    message: texts.ui.words.noHost,
    details: [],
  })

/** Opens a link, and a new one after each loss. Never throws: failures are the states `lost` and `signed_out`. */
export function keepConnected(open: () => Promise<Link>, options: ConnectionOptions = {}): Connection {
  const { backoffMs = backoff, patienceMs = 8_000 } = options
  let state: ConnectionState = { status: 'connecting', generation: 0, signInUrl: null }
  let link: Link | null = null
  let attempt = 0
  let opening = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const become = (next: ConnectionState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }

  const lose = (status: 'lost' | 'signed_out', signInUrl: string | null = null) => {
    link = null
    clearTimeout(timer)
    timer = setTimeout(tryOpen, backoffMs(attempt++))
    if (state.status !== status) become({ ...state, status, signInUrl })
  }

  async function tryOpen(): Promise<void> {
    if (opening || link) return
    opening = true
    clearTimeout(timer)
    try {
      const opened = await open()
      link = opened
      attempt = 0
      opened.onClose(() => {
        if (link === opened) lose('lost')
      })
      become({ status: 'open', generation: state.generation + 1, signInUrl: null })
    } catch (error) {
      if (error instanceof SignedOut) lose('signed_out', error.signInUrl)
      else lose('lost')
    } finally {
      opening = false
    }
  }

  /** Returns the client of the current link; waits for one while there is none. */
  function current(): Promise<StudioClient> {
    if (link) return Promise.resolve(link.client)
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(patience)
        listeners.delete(check)
      }
      const check = () => {
        if (!link) return
        stop()
        resolve(link.client)
      }
      const patience = setTimeout(() => {
        stop()
        reject(unreachable())
      }, patienceMs)
      listeners.add(check)
    })
  }

  void tryOpen()
  return {
    studio: lasting(current),
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => void tryOpen(),
    refresh: () => become({ ...state, generation: state.generation + 1 }),
  }
}

type AnyCall = (input: never, signal?: never) => Promise<unknown>
type AnyStream = (input: never, signal?: never) => AsyncIterable<unknown>

/** A client whose methods each wait for the current client. */
function lasting(current: () => Promise<StudioClient>): StudioClient {
  const methods = Object.entries(STUDIO).map(([name, spec]) => {
    const method = async () => (await current())[name as keyof StudioClient] as unknown
    if (spec.type === 'call') {
      const call: AnyCall = async (input, signal) => ((await method()) as AnyCall)(input, signal)
      return [name, call]
    }
    const stream: AnyStream = async function* (input, signal) {
      yield* ((await method()) as AnyStream)(input, signal)
    }
    return [name, stream]
  })
  return Object.fromEntries(methods) as StudioClient
}
