/** Decides when and after which delay a call is sent again. */

export interface RetryPolicy {
  /** Attempts after the first one. 0 never retries. */
  retries: number
  /** Doubles with each attempt. */
  firstDelayMs: number
  maxDelayMs: number
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 3, firstDelayMs: 200, maxDelayMs: 5000 }

/** The server was busy or unreachable; the same call may succeed. */
export const isTransient = (status: number): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504

/** A Retry-After header in ms: seconds, or a date. Null when there is no valid one. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** Exponential with "equal jitter", so that clients cut off together do not return together. `random` is 0 to 1. */
export function backoffMs(policy: RetryPolicy, attempt: number, random: number): number {
  const full = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** attempt)
  return full / 2 + (full / 2) * random
}

/** Rejects with the signal's reason when it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
