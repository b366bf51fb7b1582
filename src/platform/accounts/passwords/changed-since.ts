/** Whether a password is still the one that was checked. */

/** Clocks of servers differ by less. */
const SKEW_MS = 60_000

/**
 * True when a password was changed since its check began. A change of the future was made before the clock was set back, and
 * would let nobody sign in until the clock has caught up.
 */
export const wasChangedSince = (changedAt: string, checkedFrom: Date, now: Date): boolean =>
  Date.parse(changedAt) > checkedFrom.getTime() && Date.parse(changedAt) <= now.getTime() + SKEW_MS
