/** The limits of the plans, and the credits of an organization. */
import type { SubscriptionTier } from '../../shared/api/organizations.ts'
import type { Database } from '../db/database.ts'

/** `embedded`: an installation of one's own, which pays for its own machine. */
export type PlanName = SubscriptionTier | 'embedded'

export interface Plan {
  /** The tier on the wire. */
  tier: SubscriptionTier
  max_users: number
  max_images: number
  max_storage_bytes: number
  requests_per_hour: number
  /** Micro-USD */
  credits_monthly_allowance: number
}

const GB = 1e9
const USD = 1_000_000

const limits = (
  tier: SubscriptionTier,
  [max_users, max_images, gigabytes, requests_per_hour, dollars]: readonly [number, number, number, number, number],
): Plan => ({
  tier,
  max_users,
  max_images,
  max_storage_bytes: gigabytes * GB,
  requests_per_hour,
  credits_monthly_allowance: dollars * USD,
})

const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: limits('free', [3, 10_000, 10, 1_000, 5]),
  core: limits('core', [5, 50_000, 50, 5_000, 25]),
  pro: limits('pro', [10, 250_000, 250, 20_000, 100]),
  team: limits('team', [50, 1_000_000, 1_000, 100_000, 500]),
  enterprise: limits('enterprise', [1_000, 10_000_000, 10_000, 1_000_000, 5_000]),
  embedded: limits('enterprise', [1_000, 10_000_000, 10_000, 1_000_000, 5_000]),
}

export const planOf = (name: PlanName): Plan => PLANS[name]

export interface Credits {
  credits_remaining: number
  credits_monthly_allowance: number
  credits_reset_at: string | null
}

/** Nothing is charged yet: an organization has the allowance of its plan. */
export async function creditsOf(db: Database, organizationId: string): Promise<Credits> {
  const { subscription_tier } = await db
    .selectFrom('organizations')
    .select('subscription_tier')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { credits_monthly_allowance } = planOf(subscription_tier)
  return { credits_remaining: credits_monthly_allowance, credits_monthly_allowance, credits_reset_at: null }
}
