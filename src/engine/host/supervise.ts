/** Supervises one engine child from start to end: calls and their results, silence, death. */
import type { RunError, RunErrorCode } from '../../shared/domain/run.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import { type Message, message, saidOf } from '../../shared/messages/message.ts'
import { CHECKPOINT_EVERY_MS } from '../runtime/checkpointer.ts'
import type { CallMessage, CallName, EngineChild, FromChild, ProgressOf, RequestOf, ResultOf } from './engine-child.ts'
import { endFirst, residentBytes } from './memory-limit.ts'

export interface Limits {
  /** Killed when there was no sign of life for this long. */
  silentMs: number
  /** Killed when there was no progress for this long. */
  stalledMs: number
  /** A cancelled run is killed after this long. */
  cancelMs: number
  /** Killed when it has more resident bytes than this. */
  memoryBytes: number
  /** Wall time between checkpoints of a run. */
  checkpointMs: number
}

export const LIMITS: Limits = {
  silentMs: 60_000,
  stalledMs: 300_000,
  cancelMs: 400,
  memoryBytes: Number.POSITIVE_INFINITY,
  checkpointMs: CHECKPOINT_EVERY_MS,
}

/** How a child was lost. */
export type Loss =
  | { type: 'died'; reason: Message; stderr: string }
  /** `nodeId`: the block that it waited for; null when unknown. */
  | { type: 'hung'; reason: Message; nodeId: string | null }

/** `answered`: the child has replied and was ended. */
type End<Answer> = { type: 'answered'; answer: Answer } | Loss

const STDERR_KEPT = 2000
/** A decoder fills gigabytes in a second. */
const LOOK_AT_MEMORY_EVERY_MS = 100

/**
 * Resolves when the process has exited, never rejects. `answerOf` returns the answer after which the child is ended; null
 * while there is more to come.
 */
export function supervise<Answer>(
  child: EngineChild,
  limits: Limits,
  answerOf: (message: FromChild) => Answer | null,
): Promise<End<Answer>> {
  return new Promise((resolve) => {
    let answer: Answer | null = null
    let hung: { reason: Message; nodeId: string | null } | null = null
    let atWork: string | null = null
    let stderr = ''
    let isHeard = false
    let isOverLimit = false
    let reportedBytes = 0
    let activity = -1
    let heardAt = performance.now()
    let movedAt = heardAt
    let tickedAt = heardAt
    const every = Math.min(5000, limits.silentMs / 4)
    const watchdog = setInterval(() => {
      const now = performance.now()
      // When a computer wakes up, all messages are late, and so is this timer: that is not a hang.
      if (now - tickedAt > 3 * every) heardAt = movedAt = now
      tickedAt = now
      if (now - heardAt > limits.silentMs) hung = silent(limits.silentMs)
      else if (now - movedAt > limits.stalledMs) hung = stalled(limits.stalledMs, atWork)
      if (hung !== null) child.kill()
    }, every)
    const memory = setInterval(() => {
      const bytes = (child.pid === undefined ? null : residentBytes(child.pid)) ?? reportedBytes
      if (bytes <= limits.memoryBytes) return
      isOverLimit = true
      child.kill()
    }, LOOK_AT_MEMORY_EVERY_MS)
    child.onStderr((text) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    child.onMessage((received) => {
      heardAt = performance.now()
      // By then its id is known, under Electron too.
      if (!isHeard && child.pid !== undefined) endFirst(child.pid)
      isHeard = true
      if (received.type === 'beat') {
        if (received.activity !== activity) movedAt = heardAt
        activity = received.activity
        atWork = received.node
        reportedBytes = received.usage.memoryBytes
      }
      const answered = answerOf(received)
      if (answered === null) return
      answer = answered
      child.kill()
    })
    child.onExit((code, signal) => {
      clearInterval(watchdog)
      clearInterval(memory)
      if (answer !== null) resolve({ type: 'answered', answer })
      else if (isOverLimit) resolve({ type: 'died', reason: overLimit(limits.memoryBytes), stderr: '' })
      else if (hung !== null) resolve({ type: 'hung', ...hung })
      else resolve({ type: 'died', reason: deathReason(code, signal), stderr: stderr.trim() })
    })
  })
}

export function errorOf(loss: Loss): RunError {
  const code: RunErrorCode = loss.type === 'hung' ? 'engine_hung' : 'engine_died'
  return { code, ...saidOf(loss.reason), node_id: loss.type === 'hung' ? loss.nodeId : null }
}

const silent = (ms: number) => ({ reason: message('engine.silent', { seconds: seconds(ms) }), nodeId: null })

const stalled = (ms: number, nodeId: string | null) => ({
  reason:
    nodeId === null
      ? message('engine.stalled', { seconds: seconds(ms) })
      : message('engine.block_stalled', { block: nodeId, seconds: seconds(ms) }),
  nodeId,
})

const overLimit = (bytes: number) => message('engine.memory', { megabytes: Math.round(bytes / 1024 ** 2) })

const seconds = (ms: number) => Math.ceil(ms / 1000)

const CRASHES = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

function deathReason(code: number | null, signal: string | null): Message {
  if (signal !== null && CRASHES.has(signal)) return message('engine.crashed', { signal })
  if (signal === 'SIGKILL') return message('engine.killed')
  if (signal !== null) return message('engine.signalled', { signal })
  return code === null ? message('engine.not_started') : message('engine.exited', { code })
}

let lastId = 0

/** The calls that have no result yet. */
export class PendingCalls {
  readonly #settles = new Map<number, (result: Inspected<unknown>) => void>()

  get size(): number {
    return this.#settles.size
  }

  /** Returns the message to send, and the result that will arrive. */
  add<Name extends CallName>(call: Name, request: RequestOf<Name>) {
    const id = ++lastId
    const result = new Promise<Inspected<unknown>>((resolve) => this.#settles.set(id, resolve))
    return { message: messageOf(call, request, id), result: result as Promise<Inspected<ResultOf<Name>>> }
  }

  /** Takes the result that a message may bring. */
  receive(message: FromChild): void {
    if (message.type !== 'result') return
    this.#settles.get(message.id)?.(message.result)
    this.#settles.delete(message.id)
  }

  /** All of them fail. */
  fail(error: RunError): void {
    for (const [id, settle] of this.#settles) {
      this.#settles.delete(id)
      settle({ ok: false, error })
    }
  }
}

export const messageOf = <Name extends CallName>(call: Name, request: RequestOf<Name>, id = 0): CallMessage =>
  ({ type: 'call', id, call, request }) as CallMessage

/** Makes the one call of a child, which is ended with its result. */
export function superviseCall<Name extends CallName>(
  child: EngineChild,
  call: Name,
  request: RequestOf<Name>,
  limits: Limits,
  onProgress: (...progress: ProgressOf<Name>) => void = () => undefined,
): Promise<End<Inspected<ResultOf<Name>>>> {
  child.send(messageOf(call, request))
  return supervise(child, limits, (received) => {
    if (received.type === 'progress') onProgress(...(received.progress as ProgressOf<Name>))
    return received.type === 'result' ? (received.result as Inspected<ResultOf<Name>>) : null
  })
}

export const resultOf = <Result>(end: End<Inspected<Result>>): Inspected<Result> =>
  end.type === 'answered' ? end.answer : { ok: false, error: errorOf(end) }
