/** Charges of work that is paid by the minute while it runs. */
import { FREE_BOOK } from '../../../shared/api/plans.ts'
import type { Database } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { Credits } from './credits.ts'
import { balanceOf, insufficientCredits, lockAccounts, post, type Tx } from './ledger.ts'
import { type Measures, price } from './prices.ts'

const UPTIME = 'deploy:'

/** The key of the charge of a minute, by the number of the minute. `server`: the process that ran the containers. */
export const keyOfUptime = (deploymentId: string, minute: number, server: string): string =>
  `${UPTIME}${deploymentId}:${minute}:${server}`

/** The deployment whose uptime a key charges; null for other charges. */
export const deploymentOfUptime = (key: string): string | null =>
  key.startsWith(UPTIME) ? (key.slice(UPTIME.length).split(':')[0] ?? null) : null

export interface UptimeMinute {
  organizationId: string
  /** Names the minute once for all time (`keyOfUptime`). */
  key: string
  measure: Measures['deployment']
  book: number
}

/** Micro-USD */
export interface UptimeCharge {
  charged: number
  /** The part that the organization could not pay. */
  shortfall: number
}

export interface UptimeCharges {
  /** @throws ApiError insufficient_credits unless there is enough for this use */
  require(db: Database, organizationId: string, measure: Measures['deployment']): Promise<void>
  /** Charges a minute, once. */
  charge(tx: Tx, minute: UptimeMinute): Promise<UptimeCharge>
}

const NOTHING: UptimeCharge = { charged: 0, shortfall: 0 }

export function createUptimeCharges(credits: Credits, now: () => Date): UptimeCharges {
  return {
    async require(db, organizationId, measure) {
      const { price_book } = await organizationPlan(db, organizationId)
      const cost = price('deployment', measure, price_book)
      if (cost === 0) return
      const { credits_remaining } = await credits.balance(db, organizationId)
      if (credits_remaining < cost) throw insufficientCredits(cost, credits_remaining)
    },
    async charge(tx, { organizationId, key, measure, book }) {
      if (book === FREE_BOOK) return NOTHING
      const cost = price('deployment', measure, book)
      await credits.grantAllowance(tx, organizationId, await organizationPlan(tx, organizationId))
      await lockAccounts(tx, organizationId)
      const charged = Math.min(cost, await balanceOf(tx, organizationId, 'available'))
      const shortfall = cost - charged
      const detail = { kind: 'deployment', measure, book, ...(shortfall > 0 && { shortfall }) }
      await post(tx, { organizationId, key, lines: { available: -charged, earned: charged }, detail, at: now() })
      return { charged, shortfall }
    },
  }
}
