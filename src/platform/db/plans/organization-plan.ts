/** The plan of an organization. */
import { type Plan, planOf } from '../../../shared/api/plans.ts'
import type { Database } from '../database.ts'

/** `db` may be a transaction. */
export async function organizationPlan(db: Pick<Database, 'selectFrom'>, organizationId: string): Promise<Plan> {
  const { subscription_tier } = await db
    .selectFrom('organizations')
    .select('subscription_tier')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return planOf(subscription_tier)
}
