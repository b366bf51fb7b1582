/** The charges of runs: a run holds its estimate, and pays for its frames when it has succeeded. */

import { FREE_BOOK } from '../../shared/api/plans.ts'
import type { WorkflowRun } from '../../shared/domain/run.ts'
import type { RunRow } from '../db/tables.ts'
import { organizationPlan } from '../plans/organization-plan.ts'
import type { Credits } from './credits.ts'
import { balanceOf, HOLD, lockAccounts, post, postedLines, type Tx } from './ledger.ts'
import { price } from './prices.ts'

export interface RunCharges {
  /** Sets the estimate of a new run aside. @throws ApiError insufficient_credits */
  hold(tx: Tx, run: HeldRun): Promise<void>
  /** Micro-USD that were held for a run. */
  deposit(db: Pick<Tx, 'selectFrom'>, run: Pick<WorkflowRun, 'id' | 'organization_id'>): Promise<number>
  /**
   * Charges a completed run once, releases the rest of its hold, and returns the charge in micro-USD. Costs above the
   * hold are taken from what is available, and not beyond it.
   */
  charge(tx: Tx, run: WorkflowRun): Promise<number>
  /** Releases the hold of a run that did not complete. */
  release(tx: Tx, run: Pick<WorkflowRun, 'id' | 'organization_id'>): Promise<void>
}

type HeldRun = Pick<RunRow, 'id' | 'organization_id' | 'source' | 'sample_fps' | 'duration_s'>

/** A minute of video, for media whose length is not known before the run. */
const USUAL_SECONDS = 60
const USUAL_FPS = 30

export function createRunCharges(credits: Credits, now: () => Date): RunCharges {
  /** Ends the hold, once: a second end of a run returns the charge of the first one. */
  async function settle(
    tx: Tx,
    { id, organization_id: organizationId }: Pick<WorkflowRun, 'id' | 'organization_id'>,
    cost: number,
    detail: object,
  ): Promise<number> {
    const key = runKey(id)
    await lockAccounts(tx, organizationId)
    const settled = await postedLines(tx, organizationId, key)
    if (settled) return settled.earned ?? 0
    const held = await depositOf(tx, { id, organization_id: organizationId })
    const charge = Math.min(cost, held + (await balanceOf(tx, organizationId, 'available')))
    const lines = { available: held - charge, held: -held, earned: charge }
    await post(tx, { organizationId, key, lines, detail: { ...detail, shortfall: cost - charge }, at: now() })
    return charge
  }

  return {
    async hold(tx, run) {
      const plan = await organizationPlan(tx, run.organization_id)
      if (plan.price_book === FREE_BOOK) return
      const measure = { frames: framesExpected(run) }
      const estimate = price('workflow_run', measure, plan.price_book)
      await credits.grantAllowance(tx, run.organization_id, plan)
      await post(tx, {
        organizationId: run.organization_id,
        key: holdKey(run.id),
        lines: { available: -estimate, held: estimate },
        detail: { kind: 'workflow_run', measure, book: plan.price_book },
        at: now(),
      })
    },
    deposit: depositOf,
    async charge(tx, run) {
      // By the book of the hold: the price that the caller could see when the run was started.
      const book = await bookOfHold(tx, run)
      if (book === null) return 0
      const measure = { frames: run.progress.frames_done }
      const cost = price('workflow_run', measure, book)
      return settle(tx, run, cost, { kind: 'workflow_run', measure, book })
    },
    async release(tx, run) {
      if ((await bookOfHold(tx, run)) !== null) await settle(tx, run, 0, { released: true })
    },
  }
}

const RUN = 'run:'
const runKey = (runId: string): string => RUN + runId
const holdKey = (runId: string): string => HOLD + runKey(runId)

/** The id of the run that a hold is for; null for other keys. */
export const runOfHold = (key: string): string | null =>
  key.startsWith(HOLD + RUN) ? key.slice(HOLD.length + RUN.length) : null

const depositOf: RunCharges['deposit'] = async (db, { id, organization_id }) =>
  (await postedLines(db, organization_id, holdKey(id)))?.held ?? 0

/** Null for a run without a hold, which costs nothing. */
async function bookOfHold(tx: Tx, run: Pick<WorkflowRun, 'id' | 'organization_id'>): Promise<number | null> {
  const row = await tx
    .selectFrom('ledger_txns')
    .select('detail')
    .where('organization_id', '=', run.organization_id)
    .where('key', '=', holdKey(run.id))
    .executeTakeFirst()
  return row?.detail ? (JSON.parse(row.detail) as { book: number }).book : null
}

/** An estimate; the charge is by the frames that were processed. */
export function framesExpected({ source, sample_fps, duration_s }: HeldRun): number {
  const isImage = source !== null && (JSON.parse(source) as { kind: string }).kind === 'image'
  return isImage ? 1 : Math.ceil((duration_s ?? USUAL_SECONDS) * (sample_fps ?? USUAL_FPS))
}
