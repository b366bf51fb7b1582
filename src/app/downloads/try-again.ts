/** Repeats a download that broke, before its user has to: RFC 9110, 10.2.3 (Retry-After) and 15.6.4. */
import { setTimeout } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from './failures.ts'

const RETRIES = 3
/** Twice as long each time; a random part of it keeps many clients from coming back at once. */
const FIRST_WAIT_MS = 1000
/** Longer than this nobody is kept waiting: the failure names the time. */
const LONGEST_WAIT_MS = 120_000

/** Replies of a server that may serve the file in a moment. */
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504])

export const isTemporary = (status: number): boolean => TEMPORARY.has(status)

/** Waits so many milliseconds. Rejects when the signal stops it. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export const waitHere: Wait = (ms, signal) => setTimeout(ms, undefined, { signal })

/** The reply of a server that may serve the file in a moment; `failure` is raised if it does not. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
  readonly failure: Error
  /** 0 where the server does not say. */
  readonly afterMs: number
  constructor(failure: Error, host: string, retryAfter: string | null) {
    super(failure.message, { cause: failure })
    this.afterMs = waitOf(retryAfter)
    const seconds = Math.ceil(this.afterMs / 1000)
    this.failure =
      this.afterMs > LONGEST_WAIT_MS
        ? downloadFailure('download_failed', message('download.later', { host, seconds }))
        : failure
  }
}

/** A number of seconds, or a date. */
function waitOf(retryAfter: string | null): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}

/**
 * Calls `attempt` again after a broken connection or a `TryLater`, up to three times. `hasBegun`: true once the server has
 * sent a part of the file; before that, a connection that fails is not one that broke.
 */
export async function tryAgain<T>(
  attempt: () => Promise<T>,
  hasBegun: () => boolean,
  wait: Wait,
  signal: AbortSignal,
): Promise<T> {
  let broken: unknown = null
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (codeOf(error) === 'download_interrupted') broken = error
      const afterMs = retry < RETRIES ? pauseAfter(error, hasBegun()) : null
      if (afterMs === null || afterMs > LONGEST_WAIT_MS) throw failureOf(error, broken)
      const backoffMs = FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2)
      await wait(Math.max(afterMs, backoffMs), signal).catch((stopped) => {
        signal.throwIfAborted()
        throw stopped
      })
    }
  }
}

/** The least pause before another attempt; null for a failure that another attempt would not mend. */
function pauseAfter(error: unknown, hasBegun: boolean): number | null {
  if (error instanceof TryLater) return error.afterMs
  if (codeOf(error) === 'download_interrupted') return 0
  return codeOf(error) === 'no_network' && hasBegun ? 0 : null
}

/** A server that is out of reach after the connection broke: the user wants to know that the download resumes. */
function failureOf(error: unknown, broken: unknown): unknown {
  if (error instanceof TryLater) return error.failure
  return codeOf(error) === 'no_network' && broken !== null ? broken : error
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
