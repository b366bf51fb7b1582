/** The charges of runs: a run holds its estimate, and pays for its frames when it has succeeded. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import type { ChargedWork, Charges } from './charges.ts'
import { HOLD, type Tx } from './ledger.ts'

type Run = Pick<WorkflowRun, 'id' | 'organization_id'>
type HeldRun = Pick<RunRow, 'id' | 'organization_id' | 'source' | 'sample_fps' | 'duration_s'>

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
