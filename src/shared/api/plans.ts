/** The plans of organizations: their limits, their credits, and the prices that apply to them. */
import { SUBSCRIPTION_TIERS, type SubscriptionTier } from './organizations.ts'

/** `embedded`: an installation of one's own, which pays for its own machine. */
export const PLAN_NAMES = [...SUBSCRIPTION_TIERS, 'embedded'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export interface Plan {
  /** The tier on the wire. */
  readonly tier: SubscriptionTier
  readonly max_users: number
  readonly max_images: number
  readonly max_storage_bytes: number
  /** `UNLIMITED` ones are not counted. */
  readonly requests_per_hour: number
  /** Micro-USD */
  readonly credits_monthly_allowance: number
  /** Version of the price book; 0 prices everything at 0. */
  readonly price_book: number
}

/** Limits are integers on the wire. This one is no limit; it is the largest integer of a structured header field. */
export const UNLIMITED = 999_999_999_999_999
export const isUnlimited = (limit: number): boolean => limit >= UNLIMITED

const GB = 1e9
const USD = 1_000_000
const CURRENT_BOOK = 1
export const FREE_BOOK = 0

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
  price_book: CURRENT_BOOK,
})

const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: limits('free', [3, 10_000, 10, 1_000, 5]),
  core: limits('core', [5, 50_000, 50, 5_000, 25]),
  pro: limits('pro', [10, 250_000, 250, 20_000, 100]),
  team: limits('team', [50, 1_000_000, 1_000, 100_000, 500]),
  enterprise: limits('enterprise', [1_000, 10_000_000, 10_000, 1_000_000, 5_000]),
  embedded: {
    ...limits('enterprise', [UNLIMITED, UNLIMITED, 0, UNLIMITED, 5_000]),
    max_storage_bytes: UNLIMITED,
    price_book: FREE_BOOK,
  },
}

export const planOf = (name: PlanName): Plan => PLANS[name]
