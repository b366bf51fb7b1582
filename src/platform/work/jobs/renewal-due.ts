/** Decides when a thread beside the platform's renews its leases. */

/** The platform's thread renews twice as often, so that it is late by then. */
export const LATE_MS = 3000
/** A process whose event loop is silent for longer hangs for good: another one takes over its jobs. */
export const HANGS_AFTER_MS = 120_000

export interface NotedTimes {
  /** When the event loop of the platform's thread was last alive. */
  aliveAt: number
  /** When the leases were last renewed, by whichever thread. */
  renewedAt: number
}

/** All times in milliseconds of one clock. */
export const isDue = (now: number, { aliveAt, renewedAt }: NotedTimes): boolean =>
  now - renewedAt >= LATE_MS && now - aliveAt < HANGS_AFTER_MS
