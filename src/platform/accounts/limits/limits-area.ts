/** Limits of requests, and requests that may be repeated. */

import { isUnlimited, planOf } from '../../../shared/api/plans.ts'
import { message } from '../../../shared/messages/message.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Database } from '../../db/database.ts'
import type { Admission, Admissions, Quota } from '../../http/admission.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import type { Repetitions } from '../../http/idempotency.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { planSubject } from './plan-requests.ts'
import { type Count, createRateWindows, type RateWindows, WINDOW_MS } from './rate-windows.ts'
import { createRepetitions, settleRepetitions } from './repetitions.ts'
import { createUnknownKeys } from './unknown-keys.ts'

export interface LimitsArea {
  admissions: Admissions
  repetitions: Repetitions
  /** Called once, before the first request. */
  start(): Promise<void>
  /** Called when the server accepts no more requests. */
  close(): Promise<void>
}

const SETTLED_EVERY_MS = 60_000

/** A changed limit takes effect within this time. */
const LIMITS_KEPT_MS = 1000
const MOST_KEPT = 10_000

/** A limit of requests per hour; null when there is none. */
interface Limits {
  key: number | null
  plan: number | null
  readAt: number
}

interface AdmissionsOptions {
  db: Database
  windows: RateWindows
  now: () => Date
}

/** Counts the requests of callers for the limit of their key and for that of their organization's plan. */
function createAdmissions({ db, windows, now }: AdmissionsOptions): Admissions {
  const rowsOf = compiledQuery(db, ({ organization, key }: Record<'organization' | 'key', string>) =>
    db
      .selectFrom('organizations as o')
      .leftJoin('api_keys as k', (join) => join.onRef('k.organization_id', '=', 'o.id').on('k.id', '=', key))
      .select(['o.subscription_tier', 'k.rate_limit'])
      .where('o.id', '=', organization),
  )
  const kept = new Map<string, Limits>()

  async function limitsOf({ organizationId, keyId }: Caller): Promise<Limits> {
    const name = keyId ?? organizationId
    const readAt = performance.now()
    const known = kept.get(name)
    if (known && readAt - known.readAt < LIMITS_KEPT_MS) return known
    const [row] = await rowsOf({ organization: organizationId, key: keyId ?? '' })
    const plan = row && planOf(row.subscription_tier)
    const limits: Limits = {
      key: plan && row.rate_limit !== null && row.rate_limit < plan.requests_per_hour ? row.rate_limit : null,
      plan: plan && !isUnlimited(plan.requests_per_hour) ? plan.requests_per_hour : null,
      readAt,
    }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(name, limits)
    return limits
  }

  async function count({ organizationId, keyId }: Caller, { key, plan }: Limits): Promise<Admission> {
    const quotas: Quota[] = []
    const keySubject = `key:${keyId}`
    const ofKey = key === null ? null : await windows.take(keySubject, key)
    if (key !== null && ofKey) {
      quotas.push(quotaOf('key', key, ofKey))
      if (!ofKey.isAdmitted) return { quotas, refused: refusalBy('limit.key_used_up', key, ofKey) }
    }
    if (plan === null) return { quotas, refused: null }
    const ofPlan = await windows.take(planSubject(organizationId), plan)
    quotas.push(quotaOf('plan', plan, ofPlan))
    if (ofPlan.isAdmitted) return { quotas, refused: null }
    if (ofKey) windows.giveBack(keySubject, ofKey.window)
    return { quotas, refused: refusalBy('limit.plan_used_up', plan, ofPlan) }
  }

  return {
    bounded: createUnknownKeys(now),
    async admit(caller) {
      // Predictions are paid by the uptime of their deployment, and bounded by its queue.
      if (caller.via === 'deployment') return null
      const limits = await limitsOf(caller)
      if (limits.key === null && limits.plan === null) return null
      try {
        return await count(caller, limits)
      } catch (error) {
        // On a full disk a key still gives read access.
        if (isDiskFull(error)) return null
        throw error
      }
    },
  }
}

const secondsLeft = ({ msLeft }: Count): number => Math.ceil(msLeft / 1000)

const quotaOf = (name: Quota['name'], limit: number, count: Count): Quota => ({
  name,
  limit,
  windowSeconds: WINDOW_MS / 1000,
  remaining: count.remaining,
  secondsLeft: secondsLeft(count),
})

const refusalBy = (code: 'limit.key_used_up' | 'limit.plan_used_up', limit: number, count: Count) => ({
  reason: message(code, { limit, seconds: secondsLeft(count) }),
  retryAfterSeconds: secondsLeft(count),
})

export function createLimitsArea({ db, processId, now, log }: PlatformServices): LimitsArea {
  const windows = createRateWindows(db, now)
  let settling: NodeJS.Timeout | undefined
  const settle = () => settleRepetitions(db, processId)
  const settleAgain = () =>
    void settle().catch((error) => log('warning', 'Requests of dead servers could not be settled.', error))
  return {
    admissions: createAdmissions({ db, windows, now }),
    repetitions: createRepetitions(db, processId, now),
    async start() {
      await settle()
      settling = setInterval(settleAgain, SETTLED_EVERY_MS).unref()
    },
    async close() {
      clearInterval(settling)
      // What is not returned is lost, as after a crash.
      await windows.close().catch((error) => log('error', 'Limits of requests could not be stored.', error))
    },
  }
}
