/** The credits of an organization: what remains, and the allowance of each month. */
import type { Plan } from '../../../shared/api/plans.ts'
import type { Database } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import { balanceOf, lockAccounts, post, postedLines, type Tx } from './ledger.ts'

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
