/** The lifetimes that a new key can have, and the expiry of a key as text. */
import { formatDay } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'

const DAYS = { never: null, week: 7, month: 30, quarter: 90, year: 365 } as const
export type Lifetime = keyof typeof DAYS
export const LIFETIMES = Object.keys(DAYS) as Lifetime[]

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns an ISO 8601 time, or null for a key that never expires. */
export function expiryAfter(lifetime: Lifetime, now = new Date()): string | null {
  const days = DAYS[lifetime]
  return days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()
}

export function expiryText(expiresAt: string | null, now = new Date()): string {
  if (expiresAt === null) return texts.access.keys.neverExpires
  return new Date(expiresAt) <= now ? texts.access.keys.expired : formatDay(expiresAt)
}
