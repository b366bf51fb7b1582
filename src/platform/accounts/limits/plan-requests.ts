/** The requests of an organization that count for the limit of its plan. */
import type { Database } from '../../db/database.ts'
import { WINDOW_MS, windowOf } from './rate-windows.ts'

export const planSubject = (organizationId: string): string => `plan:${organizationId}`

export interface RequestsUsed {
  /** The number of requests in the present window. */
  used: number
  /** The start of the next window. */
  resetAt: Date
}

export async function requestsUsed(db: Database, organizationId: string, now: Date): Promise<RequestsUsed> {
  const row = await db
    .selectFrom('rate_windows')
    .select(['window_start', 'used'])
    .where('subject', '=', planSubject(organizationId))
    .executeTakeFirst()
  const start = windowOf(now.getTime())
  // Servers whose clocks are ahead may have begun the next window.
  const used = row && Number(row.window_start) >= start ? Number(row.used) : 0
  return { used, resetAt: new Date(start + WINDOW_MS) }
}
