/** Charges of work that is paid by the minute while it runs. */
import { FREE_BOOK } from '../../../shared/api/plans.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { Database } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import type { ChargedWork, Charges, Credits } from './credits.ts'
import { balanceOf, HOLD, insufficientCredits, lockAccounts, post, type Tx } from './ledger.ts'
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

type Run = Pick<WorkflowRun, 'id' | 'organization_id'>
type HeldRun = Pick<RunRow, 'id' | 'organization_id' | 'source' | 'sample_fps' | 'duration_s'>

/** The charges of runs: a run holds its estimate, and pays for its frames when it has succeeded. */
export interface RunCharges {
  /** Sets the estimate of a new run aside. @throws ApiError insufficient_credits */
  hold(tx: Tx, run: HeldRun): Promise<void>
  /** Micro-USD that were held for a run. */
  deposit(db: Pick<Tx, 'selectFrom'>, run: Run): Promise<number>
  /** Charges a completed run once, and returns the charge in micro-USD. */
  charge(tx: Tx, run: WorkflowRun): Promise<number>
  /** Releases the hold of a run that did not complete. */
  release(tx: Tx, run: Run): Promise<void>
}

/** A minute of video, for media whose length is not known before the run. */
const USUAL_SECONDS = 60
const USUAL_FPS = 30

export const createRunCharges = (charges: Charges): RunCharges => ({
  hold: (tx, run) => charges.hold(tx, workOf(run), 'workflow_run', { frames: framesExpected(run) }),
  deposit: (db, run) => charges.deposit(db, workOf(run)),
  charge: (tx, run) => charges.charge(tx, workOf(run), 'workflow_run', { frames: run.progress.frames_done }),
  release: (tx, run) => charges.release(tx, workOf(run)),
})

const RUN = 'run:'
const workOf = (run: Run): ChargedWork => ({ organizationId: run.organization_id, key: RUN + run.id })

/** The id of the run that a hold is for; null for other keys. */
export const runOfHold = (key: string): string | null =>
  key.startsWith(HOLD + RUN) ? key.slice(HOLD.length + RUN.length) : null

/** An estimate; the charge is by the frames that were processed. */
export function framesExpected({ source, sample_fps, duration_s }: HeldRun): number {
  const isImage = source !== null && (JSON.parse(source) as { kind: string }).kind === 'image'
  return isImage ? 1 : Math.ceil((duration_s ?? USUAL_SECONDS) * (sample_fps ?? USUAL_FPS))
}
