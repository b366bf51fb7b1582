/** Sends stored operations in their order, by one tab of the browser at a time, until the server has answered each. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AnnotationOperation, EditResult } from '../../../../shared/api/image-annotations.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { OutboxStore, Request } from './outbox-store.ts'

/** An answered request. */
export interface Answer {
  request: Request
  result: EditResult
}

export interface OutboxState {
  /** The reason why the server has not taken the operations yet; null when it has, or was not asked. */
  problem: string | null
  sending: boolean
}

/** The part of the Web Locks API that the outbox uses. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<void>
}

export interface OutboxOptions {
  store: OutboxStore
  send(imageId: string, operations: AnnotationOperation[]): Promise<EditResult>
  /** Shared by the tabs of the same person on the same server. */
  name: string
  /** Undefined where the browser has none: each tab sends, and the server recognizes what is sent twice. */
  locks: Locks | undefined
  /** Pause after a gesture, milliseconds: gestures that follow at once share a request. */
  delayMs?: number
  /** Pause before attempt n (from 0) after a failure, milliseconds. */
  backoffMs?: (attempt: number) => number
}

type News =
  | { type: 'added' }
  | { type: 'flush' }
  | { type: 'resolved'; imageId: string }
  | { type: 'answered'; answer: Answer }
  | { type: 'state'; state: OutboxState }

const SEND_AFTER_MS = 400
const backoff = (attempt: number): number => Math.min(500 * 2 ** attempt, 15_000)
/** Errors that stay the same however often the call is repeated. */
const LASTING: readonly string[] = ['not_found', 'malformed_request', 'invalid_field', 'payload_too_large']

export class Outbox {
  readonly store: OutboxStore
  readonly state: StoreApi<OutboxState> = createStore<OutboxState>()(() => ({ problem: null, sending: false }))
  readonly #options: Required<Omit<OutboxOptions, 'locks' | 'store'>>
  readonly #channel: BroadcastChannel
  readonly #listeners = new Set<(answer: Answer) => void>()
  readonly #resolvers = new Set<(imageId: string) => void>()
  readonly #closing = new AbortController()
  #leads = false
  #draining: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt = 0

  constructor({ store, locks, ...options }: OutboxOptions) {
    this.store = store
    this.#options = { delayMs: SEND_AFTER_MS, backoffMs: backoff, ...options }
    this.#channel = new BroadcastChannel(options.name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data))
    if (locks) void this.#lead(locks)
    else this.#become()
  }

  /** Resolves when the operations are on the disk of this computer. */
  async add(imageId: string, operations: readonly AnnotationOperation[]): Promise<void> {
    await this.store.add(imageId, operations)
    this.#schedule(this.#options.delayMs)
    this.#tell({ type: 'added' })
  }

  /** Sends at once, as when the page turns to another image. */
  flush(): void {
    this.#schedule(0)
    this.#tell({ type: 'flush' })
  }

  /** Called for each answer, whichever tab received it. Returns a function that ends it. */
  onAnswer(listener: (answer: Answer) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Called when a conflict of an image was resolved, in whichever tab. */
  onResolved(listener: (imageId: string) => void): () => void {
    this.#resolvers.add(listener)
    return () => void this.#resolvers.delete(listener)
  }

  async resolve(imageId: string, opId: string): Promise<void> {
    await this.store.resolve(opId)
    this.#tell({ type: 'resolved', imageId })
    for (const listener of [...this.#resolvers]) listener(imageId)
  }

  /** Another tab sends from now on. Resolves when the last request of this one has ended. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    await this.#draining
    this.#channel.close()
  }

  async #lead(locks: Locks): Promise<void> {
    const { signal } = this.#closing
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', () => void Promise.resolve(this.#draining).then(() => resolve()))
        this.#become()
      })
    // Rejected when the page closes the outbox while it waits for the lock.
    await locks.request(this.#options.name, { signal }, hold).catch(() => {})
  }

  #become(): void {
    this.#leads = true
    this.#schedule(0)
  }

  #hear(news: News): void {
    if (news.type === 'added') this.#schedule(this.#options.delayMs)
    else if (news.type === 'flush') this.#schedule(0)
    else if (news.type === 'state') this.state.setState(news.state)
    else if (news.type === 'resolved') for (const listener of [...this.#resolvers]) listener(news.imageId)
    else this.#emit(news.answer)
  }

  #tell(news: News): void {
    if (!this.#closing.signal.aborted) this.#channel.postMessage(news)
  }

  #report(state: OutboxState): void {
    this.state.setState(state)
    this.#tell({ type: 'state', state })
  }

  #emit(answer: Answer): void {
    for (const listener of [...this.#listeners]) listener(answer)
  }

  #schedule(ms: number): void {
    if (!this.#leads || this.#closing.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#draining ??= this.#drain().finally(() => {
        this.#draining = null
      })
    }, ms)
  }

  async #drain(): Promise<void> {
    try {
      while (!this.#closing.signal.aborted) {
        const request = await this.store.nextRequest()
        if (request === null) break
        this.#report({ ...this.state.getState(), sending: true })
        const result = await this.#answerOf(request)
        await this.store.settle(request, result)
        this.#attempt = 0
        const answer = { request, result }
        this.#emit(answer)
        this.#tell({ type: 'answered', answer })
      }
      this.#report({ problem: null, sending: false })
    } catch (error) {
      this.#report({ problem: errorText(error), sending: false })
      this.#schedule(this.#options.backoffMs(this.#attempt++))
    }
  }

  /** An error that no repetition changes refuses each operation of the request, so that later ones are sent. */
  async #answerOf({ imageId, operations }: Request): Promise<EditResult> {
    try {
      return await this.#options.send(imageId, operations)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (!LASTING.includes(code)) throw error
      const refusal = { status: 'refused' as const, conflicts: [], revived: false, similar_to: [], repeated: false }
      const results = operations.map(({ op_id, id }) => ({ ...refusal, op_id, id, problem: errorText(error) }))
      const revision = Math.max(...operations.map(({ base_revision }) => base_revision ?? 0))
      return { image_id: imageId, revision, annotation_count: 0, results }
    }
  }
}
