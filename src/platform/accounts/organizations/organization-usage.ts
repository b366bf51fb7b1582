/** What an organization uses of the limits of its plan. */
import type { OrganizationUsage } from '../../../shared/api/usage.ts'
import type { Database } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pricesOf } from '../credits/prices.ts'
import { requestsUsed } from '../limits/plan-requests.ts'
import { usedOf } from '../quota/used.ts'

export async function organizationUsage(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  now: Date,
): Promise<OrganizationUsage> {
  const { requests_per_hour, price_book } = await organizationPlan(db, organizationId)
  const { used, resetAt } = await requestsUsed(db, organizationId, now)
  return {
    ...(await usedOf(db, organizationId)),
    requests_per_hour,
    requests_used: used,
    requests_reset_at: resetAt.toISOString(),
    prices: pricesOf(price_book),
  }
}
