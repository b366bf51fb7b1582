/** Plans of runs in parts, and the jobs of their parts, which have ids that follow from the plan. */
import type { PartJob, PartPlan, PartResult, RunPart } from '../../../../shared/engine-contract/parts.ts'
import type { Said } from '../../../../shared/messages/message.ts'
import { type Database, derivedId, fromJson, fromJsonOrNull, toJson } from '../../../db/database.ts'
import { LIVE_STATUSES } from '../../../db/live-runs.ts'
import type { JobRow } from '../../../db/schema/jobs.ts'
import type { Caller } from '../../../machine/identity/caller.ts'
import type { Jobs } from '../../../work/jobs/jobs.ts'

export const PART_JOB = 'run_part'

export type PartStep = PartJob['step']

export interface PartPayload {
  run_id: string
  step: PartStep
  number: number
}

export interface PartState {
  id: string
  state: JobRow['state']
  result: PartResult | null
  error: Said | null
  /** Frames that are done. */
  frames: number
}

/** Before the other runs of the organization: a run that has begun ends first. */
const PRIORITY = 1

export const partsOf = ({ detected, drawn }: PartPlan, step: PartStep): readonly RunPart[] =>
  step === 'detect' ? detected : drawn

export const stepsOf = (plan: PartPlan): PartStep[] => (plan.drawn.length > 0 ? ['detect', 'draw'] : ['detect'])

const jobIdOf = (runId: string, step: PartStep, number: number): string =>
  derivedId('part of run', runId, step, String(number))

const idsOf = (runId: string, step: PartStep, plan: PartPlan): string[] =>
  partsOf(plan, step).map((_, number) => jobIdOf(runId, step, number))

export interface PartPlans {
  /** Null for a run that one worker executes. */
  find(runId: string): Promise<PartPlan | null>
  store(runId: string, plan: PartPlan): Promise<void>
  /** Queues the parts of a step, unless they were queued before. */
  enqueue(runId: string, caller: Caller, step: PartStep, plan: PartPlan): Promise<void>
  /** In the order of the plan. */
  states(runId: string, step: PartStep, plan: PartPlan): Promise<PartState[]>
  /** Stops the parts of a run. */
  cancel(runId: string, caller: Caller, plan: PartPlan): Promise<void>
  /** Runs that have ended, but whose worker was lost before it could remove their plans. */
  leftovers(): Promise<{ id: string; organization_id: string }[]>
  /** Removes the plan and the parts that have ended. */
  remove(runId: string, plan: PartPlan): Promise<void>
}

export function createPartPlans(db: Database, jobs: Jobs): PartPlans {
  const allIds = (runId: string, plan: PartPlan) => stepsOf(plan).flatMap((step) => idsOf(runId, step, plan))
  return {
    async find(runId) {
      const row = db.selectFrom('run_parts').select('plan').where('run_id', '=', runId)
      return fromJsonOrNull<PartPlan>((await row.executeTakeFirst())?.plan ?? null)
    },
    async store(runId, plan) {
      const row = { run_id: runId, plan: toJson(plan) }
      await db
        .insertInto('run_parts')
        .values(row)
        .onConflict((c) => c.column('run_id').doNothing())
        .execute()
    },
    async enqueue(runId, caller, step, plan) {
      const ids = idsOf(runId, step, plan)
      await db.transaction().execute(async (tx) => {
        const queued = tx.selectFrom('jobs').select('id').where('id', 'in', ids).limit(1)
        if (await queued.executeTakeFirst()) return
        for (const [number, id] of ids.entries()) {
          const payload: PartPayload = { run_id: runId, step, number }
          await jobs.enqueue(tx, { id, caller, kind: PART_JOB, subject: null, payload, priority: PRIORITY })
        }
      })
      jobs.wake()
    },
    async states(runId, step, plan) {
      const ids = idsOf(runId, step, plan)
      const rows = await db
        .selectFrom('jobs')
        .leftJoin('job_leases', 'job_leases.job_id', 'jobs.id')
        .select(['jobs.id', 'jobs.state', 'jobs.result', 'jobs.error', 'job_leases.progress'])
        .where('jobs.id', 'in', ids)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id): PartState[] => {
        const row = byId.get(id)
        if (!row) return []
        const result = fromJsonOrNull<PartResult>(row.result)
        const frames = result?.frames ?? fromJsonOrNull<{ done: number }>(row.progress)?.done ?? 0
        return [{ id, state: row.state, result, error: fromJsonOrNull<Said>(row.error), frames }]
      })
    },
    async cancel(runId, caller, plan) {
      for (const id of allIds(runId, plan)) await jobs.cancel(caller, id)
    },
    leftovers: () =>
      db
        .selectFrom('run_parts')
        .innerJoin('workflow_runs', 'workflow_runs.id', 'run_parts.run_id')
        .select(['workflow_runs.id', 'workflow_runs.organization_id'])
        .where('workflow_runs.status', 'not in', LIVE_STATUSES)
        .execute(),
    async remove(runId, plan) {
      await db.deleteFrom('run_parts').where('run_id', '=', runId).execute()
      await db
        .deleteFrom('jobs')
        .where('id', 'in', allIds(runId, plan))
        .where('state', 'not in', ['queued', 'running'])
        .execute()
    },
  }
}

export const payloadOf = (job: JobRow): PartPayload => fromJson<PartPayload>(job.payload)
