/** What an organization uses of the limits of its plan. */
import type { OrganizationUsage } from '../../shared/api/usage.ts'
import { pricesOf } from '../credits/prices.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../identity/caller.ts'
import { requestsUsed } from '../limits/plan-requests.ts'
import { organizationPlan } from '../plans/organization-plan.ts'

export async function organizationUsage(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  now: Date,
): Promise<OrganizationUsage> {
  const { requests_per_hour, price_book } = await organizationPlan(db, organizationId)
  const { used, resetAt } = await requestsUsed(db, organizationId, now)
  return {
    ...(await imagesOf(db, organizationId)),
    requests_per_hour,
    requests_used: used,
    requests_reset_at: resetAt.toISOString(),
    prices: pricesOf(price_book),
  }
}

/** From the counters of data sets: counting the images of a large organization takes seconds. */
async function imagesOf(
  db: Database,
  organizationId: string,
): Promise<Pick<OrganizationUsage, 'images' | 'image_bytes'>> {
  const { images, bytes } = await db
    .selectFrom('dataset_counters as c')
    .innerJoin('datasets as d', 'd.id', 'c.dataset_id')
    .select((e) => [e.fn.sum('c.images').as('images'), e.fn.sum('c.amount').as('bytes')])
    .where('d.organization_id', '=', organizationId)
    .where('d.deleted_at', 'is', null)
    .where('c.kind', '=', 'state')
    .executeTakeFirstOrThrow()
  return { images: Number(images ?? 0), image_bytes: Number(bytes ?? 0) }
}
