/**
 * The uptime of containers, charged by the minute: each deployment, process and minute once, for the time of its containers in it. A
 * minute is charged when it is over, or when the platform closes.
 */
import { keyOfUptime, type UptimeCharges } from '../../accounts/credits/uptime-charges.ts'
import type { Database } from '../../db/database.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import type { Log } from '../../machine/log.ts'
import { minutesOf } from './compute.ts'

export interface Uptime {
  /** The number of open containers of a deployment is this from now on. */
  running(id: string, containers: number): void
  /** Charges the minutes that are over. */
  charge(): Promise<void>
  /** Charges what has run so far. */
  close(): Promise<void>
}

export interface UptimeOptions {
  db: Database
  charges: UptimeCharges
  /** Names this process among others that run containers of the same deployments. */
  server: string
  /** Called for a deployment that the organization cannot pay. */
  unpaid(row: DeploymentRow): Promise<void>
  now: () => Date
  log: Log
}

const MINUTE_MS = 60_000
/** A computer that slept did not run anything: a longer time between two readings of the clock is left out. */
const LONGEST_STEP_MS = 5 * MINUTE_MS

interface Meter {
  containers: number
  /** Up to when the time is in the minutes. */
  countedTo: number
  /** Milliseconds of containers, by the number of the minute. */
  minutes: Map<number, number>
}

export function createUptime({ db, charges, server, unpaid, now, log }: UptimeOptions): Uptime {
  const meters = new Map<string, Meter>()
  let working: Promise<void> = Promise.resolve()

  function count(meter: Meter, to: number): void {
    const isStep = to > meter.countedTo && to - meter.countedTo <= LONGEST_STEP_MS
    for (let at = meter.countedTo; isStep && meter.containers > 0 && at < to; ) {
      const minute = Math.floor(at / MINUTE_MS)
      const end = Math.min(to, (minute + 1) * MINUTE_MS)
      meter.minutes.set(minute, (meter.minutes.get(minute) ?? 0) + meter.containers * (end - at))
      at = end
    }
    meter.countedTo = to
  }

  /** Minutes before `end`, which is the number of one. */
  async function chargeUpTo(end: number): Promise<void> {
    for (const [id, meter] of meters) {
      count(meter, now().getTime())
      for (const [minute, ms] of [...meter.minutes].sort(([a], [b]) => a - b)) {
        if (minute >= end) break
        try {
          await chargeMinute(id, minute, ms)
          // Time of the minute that was counted meanwhile stays.
          const rest = (meter.minutes.get(minute) ?? 0) - ms
          if (rest > 0) meter.minutes.set(minute, rest)
          else meter.minutes.delete(minute)
        } catch (error) {
          log('error', `The uptime of deployment ${id} could not be charged; it is tried again.`, error)
          break
        }
      }
      if (meter.containers === 0 && meter.minutes.size === 0) meters.delete(id)
    }
  }

  async function chargeMinute(id: string, minute: number, ms: number): Promise<void> {
    const row = await db.selectFrom('deployments').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const minutes = Math.round((ms / MINUTE_MS) * 1e6) / 1e6
    const measure = minutesOf(row.charged_as, minutes)
    const { shortfall } = await db.transaction().execute(async (tx) => {
      const key = keyOfUptime(id, minute, server)
      const work = { organizationId: row.organization_id, key, measure, book: row.price_book }
      const charge = await charges.charge(tx, work)
      await tx
        .updateTable('deployments')
        .set((e) => ({
          uptime_ms: e('uptime_ms', '+', ms),
          accrued_cost_credits: e('accrued_cost_credits', '+', charge.charged),
        }))
        .where('id', '=', id)
        .execute()
      return charge
    })
    if (shortfall > 0) await unpaid(row)
  }

  /** One after the other. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    working = working.then(work)
    return working
  }
  const minuteNow = () => Math.floor(now().getTime() / MINUTE_MS)

  return {
    running(id, containers) {
      const at = now().getTime()
      const meter = meters.get(id) ?? { containers: 0, countedTo: at, minutes: new Map() }
      count(meter, at)
      meter.containers = containers
      if (containers > 0 || meter.minutes.size > 0) meters.set(id, meter)
    },
    charge: () => inTurn(() => chargeUpTo(minuteNow())),
    close: () => inTurn(() => chargeUpTo(Number.POSITIVE_INFINITY)),
  }
}
