/** Supervises one engine child from start to end: messages, silence, death. */
import { type Message, message } from '../../shared/messages/message.ts'
import { CHECKPOINT_EVERY_MS } from '../runtime/checkpointer.ts'
import type { FromChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
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

export type End =
  /** The child has replied and was ended. */
  | { type: 'answered'; answer: Answer }
  | { type: 'died'; reason: Message; stderr: string }
  /** `nodeId`: the block that it waited for; null when unknown. */
  | { type: 'hung'; reason: Message; nodeId: string | null }

const ANSWERS = [
  'outcome',
  'probed',
  'inspected',
  'model-joined',
  'extracted',
  'parts-planned',
  'part-done',
  'device-probed',
  'device-checked',
  'hardware-probed',
] as const
export type Answer = Extract<FromChild, { type: (typeof ANSWERS)[number] }>

const STDERR_KEPT = 2000
/** A decoder fills gigabytes in a second. */
const LOOK_AT_MEMORY_EVERY_MS = 100

/** Resolves when the process has exited, never rejects. */
export function supervise(
  child: EngineChild,
  limits: Limits,
  onMessage: (message: Exclude<FromChild, Answer>) => void,
): Promise<End> {
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
      if (isAnswer(received)) {
        answer = received
        child.kill()
      } else onMessage(received)
    })
    child.onExit((code, signal) => {
      clearInterval(watchdog)
      clearInterval(memory)
      if (answer) resolve({ type: 'answered', answer })
      else if (isOverLimit) resolve({ type: 'died', reason: overLimit(limits.memoryBytes), stderr: '' })
      else if (hung !== null) resolve({ type: 'hung', ...hung })
      else resolve({ type: 'died', reason: deathReason(code, signal), stderr: stderr.trim() })
    })
  })
}

const isAnswer = (received: FromChild): received is Answer => ANSWERS.some((type) => type === received.type)

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
