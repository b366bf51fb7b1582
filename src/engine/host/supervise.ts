/** Supervises one engine child from start to end: messages, silence, death. */
import { CHECKPOINT_EVERY_MS } from '../runtime/checkpointer.ts'
import type { FromChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'

export interface Limits {
  /** Killed when there was no sign of life for this long. */
  silentMs: number
  /** Killed when there was no progress for this long. */
  stalledMs: number
  /** A cancelled run is killed after this long. */
  cancelMs: number
  /** Wall time between checkpoints of a run. */
  checkpointMs: number
}

export const LIMITS: Limits = {
  silentMs: 60_000,
  stalledMs: 300_000,
  cancelMs: 400,
  checkpointMs: CHECKPOINT_EVERY_MS,
}

export type End =
  /** The child has replied and was ended. */
  | { type: 'answered'; answer: Answer }
  | { type: 'died'; reason: string; stderr: string }
  /** `nodeId`: the block that it waited for; null when unknown. */
  | { type: 'hung'; reason: string; nodeId: string | null }

export type Answer = Extract<FromChild, { type: 'outcome' | 'probed' | 'inspected' | 'extracted' }>

const STDERR_KEPT = 2000

/** Resolves when the process has exited, never rejects. */
export function supervise(
  child: EngineChild,
  limits: Limits,
  onMessage: (message: Exclude<FromChild, Answer>) => void,
): Promise<End> {
  return new Promise((resolve) => {
    let answer: Answer | null = null
    let hung: { reason: string; nodeId: string | null } | null = null
    let atWork: string | null = null
    let stderr = ''
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
    child.onStderr((text) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    child.onMessage((message) => {
      heardAt = performance.now()
      if (message.type === 'beat') {
        if (message.activity !== activity) movedAt = heardAt
        activity = message.activity
        atWork = message.node
      }
      if (isAnswer(message)) {
        answer = message
        child.kill()
      } else onMessage(message)
    })
    child.onExit((code, signal) => {
      clearInterval(watchdog)
      if (answer) resolve({ type: 'answered', answer })
      else if (hung !== null) resolve({ type: 'hung', ...hung })
      else resolve({ type: 'died', reason: deathReason(code, signal), stderr: stderr.trim() })
    })
  })
}

const isAnswer = (message: FromChild): message is Answer =>
  ['outcome', 'probed', 'inspected', 'extracted'].includes(message.type)

const silent = (ms: number) => ({
  reason: `The engine was ended because it gave no sign of life for ${seconds(ms)}. Start the run again; if it happens again, try another file or model.`,
  nodeId: null,
})

const stalled = (ms: number, nodeId: string | null) => {
  const where = nodeId === null ? 'nothing moved on' : `the block “${nodeId}” did not get on`
  const reason = `The engine was ended because ${where} for ${seconds(ms)}. Start the run again; if it happens again, try another file or model.`
  return { reason, nodeId }
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} seconds`

const CRASHES = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

function deathReason(code: number | null, signal: string | null): string {
  if (signal !== null && CRASHES.has(signal)) {
    return `The engine crashed (signal ${signal}). Start the run again; if it crashes again, try another file or model.`
  }
  if (signal !== null) {
    const why = signal === 'SIGKILL' ? ', by a person or because memory ran out' : ''
    return `The engine was ended from outside (signal ${signal}${why}). Start the run again.`
  }
  if (code === null) return 'The engine could not be started. Install the app again.'
  return `The engine ended unexpectedly (exit code ${code}). Start the run again.`
}
