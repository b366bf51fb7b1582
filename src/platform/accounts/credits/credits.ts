/** The credits of an organization: what remains, and the allowance of each month. */
import { FREE_BOOK, type Plan } from '../../../shared/api/plans.ts'
import { type Database, fromJsonOrNull } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import { balanceOf, HOLD, lockAccounts, post, postedLines, type Tx } from './ledger.ts'
import { type Measures, type PricedKind, price } from './prices.ts'

/** Micro-USD, as the API returns them. */
export interface Balance {
  credits_remaining: number
  credits_monthly_allowance: number
  credits_reset_at: string
}

export interface Credits {
  /** Writes nothing: an allowance that is due counts as granted. */
  balance(db: Database, organizationId: string): Promise<Balance>
  /** Grants the allowance of this month unless that has been done; what remains of the last one lapses. */
  grantAllowance(tx: Tx, organizationId: string, plan: Plan): Promise<void>
  /** Adds credits to those of this month, with which they lapse. Each id is granted once. */
  grant(tx: Tx, organizationId: string, id: string, microUsd: number): Promise<void>
}

export function createCredits(now: () => Date): Credits {
  async function grantAllowance(tx: Tx, organizationId: string, plan: Plan): Promise<void> {
    const at = now()
    const key = allowanceKey(at)
    await lockAccounts(tx, organizationId)
    if (await postedLines(tx, organizationId, key)) return
    const rest = await balanceOf(tx, organizationId, 'available')
    const lines = {
      available: plan.credits_monthly_allowance - rest,
      issued: -plan.credits_monthly_allowance,
      lapsed: rest,
    }
    await post(tx, { organizationId, key, lines, at })
  }

  return {
    grantAllowance,
    async grant(tx, organizationId, id, microUsd) {
      // Otherwise the allowance of this month would replace it.
      await grantAllowance(tx, organizationId, await organizationPlan(tx, organizationId))
      const lines = { available: microUsd, issued: -microUsd }
      await post(tx, { organizationId, key: `${GRANT}${id}`, lines, detail: { kind: 'grant' }, at: now() })
    },
    async balance(db, organizationId) {
      const { credits_monthly_allowance } = await organizationPlan(db, organizationId)
      const granted = await postedLines(db, organizationId, allowanceKey(now()))
      return {
        credits_remaining: granted ? await balanceOf(db, organizationId, 'available') : credits_monthly_allowance,
        credits_monthly_allowance,
        credits_reset_at: nextMonth(now()).toISOString(),
      }
    },
  }
}

const ALLOWANCE = 'allowance:'
const GRANT = 'grant:'

/** Months are those of UTC. */
const allowanceKey = (at: Date): string => `${ALLOWANCE}${at.toISOString().slice(0, 7)}`

/** Returns whether the key is that of the allowance of a month. */
export const isAllowance = (key: string): boolean => key.startsWith(ALLOWANCE)

const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

export interface ChargedWork {
  organizationId: string
  /** Names the work once for all time, such as `run:<id>`. */
  key: string
}

interface Quote {
  /** Micro-USD */
  cost: number
  /** Micro-USD that the organization can spend. */
  available: number
}

export interface Charges {
  /** The price by the present plan. Holds nothing. */
  quote<K extends PricedKind>(db: Database, organizationId: string, kind: K, measure: Measures[K]): Promise<Quote>
  /** Sets the estimate of new work aside; free work holds nothing. @throws ApiError insufficient_credits */
  hold<K extends PricedKind>(tx: Tx, work: ChargedWork, kind: K, measure: Measures[K]): Promise<void>
  /** Micro-USD that were held for a piece of work. */
  deposit(db: Pick<Tx, 'selectFrom'>, work: ChargedWork): Promise<number>
  /**
   * Charges ended work once, by the prices of its hold, releases the rest, and returns the charge in micro-USD. Costs
   * above the hold are taken from what is available, and not beyond it.
   */
  charge<K extends PricedKind>(tx: Tx, work: ChargedWork, kind: K, measure: Measures[K]): Promise<number>
  /** Releases the hold of work that costs nothing after all. */
  release(tx: Tx, work: ChargedWork): Promise<void>
}

/** Charges of work that is paid when it ends: it holds its estimate, and pays for its measure at the price of its start. */
export function createCharges(credits: Credits, now: () => Date): Charges {
  /** Ends the hold, once: a second end returns the charge of the first one. */
  async function settle(tx: Tx, { organizationId, key }: ChargedWork, cost: number, detail: object): Promise<number> {
    await lockAccounts(tx, organizationId)
    const settled = await postedLines(tx, organizationId, key)
    if (settled) return settled.earned ?? 0
    const held = await depositOf(tx, { organizationId, key })
    const charge = Math.min(cost, held + (await balanceOf(tx, organizationId, 'available')))
    const lines = { available: held - charge, held: -held, earned: charge }
    await post(tx, { organizationId, key, lines, detail: { ...detail, shortfall: cost - charge }, at: now() })
    return charge
  }

  return {
    async quote(db, organizationId, kind, measure) {
      const { price_book } = await organizationPlan(db, organizationId)
      const { credits_remaining } = await credits.balance(db, organizationId)
      return { cost: price(kind, measure, price_book), available: credits_remaining }
    },
    async hold(tx, { organizationId, key }, kind, measure) {
      const plan = await organizationPlan(tx, organizationId)
      if (plan.price_book === FREE_BOOK) return
      const estimate = price(kind, measure, plan.price_book)
      await credits.grantAllowance(tx, organizationId, plan)
      await post(tx, {
        organizationId,
        key: HOLD + key,
        lines: { available: -estimate, held: estimate },
        detail: { kind, measure, book: plan.price_book },
        at: now(),
      })
    },
    deposit: depositOf,
    async charge(tx, work, kind, measure) {
      const book = await bookOfHold(tx, work)
      return book === null ? 0 : settle(tx, work, price(kind, measure, book), { kind, measure, book })
    },
    async release(tx, work) {
      if ((await bookOfHold(tx, work)) !== null) await settle(tx, work, 0, { released: true })
    },
  }
}

const depositOf: Charges['deposit'] = async (db, { organizationId, key }) =>
  (await postedLines(db, organizationId, HOLD + key))?.held ?? 0

/** The price that the caller could see when the work began; null without a hold, when it costs nothing. */
async function bookOfHold(tx: Tx, { organizationId, key }: ChargedWork): Promise<number | null> {
  const row = await tx
    .selectFrom('ledger_txns')
    .select('detail')
    .where('organization_id', '=', organizationId)
    .where('key', '=', HOLD + key)
    .executeTakeFirst()
  return fromJsonOrNull<{ book: number }>(row?.detail ?? null)?.book ?? null
}
