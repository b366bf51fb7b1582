/**
 * Executes a run of a long video in parts. The worker of the run queues them as jobs, which any worker takes; it executes those itself
 * that nobody has taken, so that a run never waits for a slot. It joins the results in the end.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Engine, RunJob } from '../../../../shared/engine-contract/job.ts'
import type { PartPlan } from '../../../../shared/engine-contract/parts.ts'
import { type Caller, jobCaller } from '../../../machine/identity/caller.ts'
import type { Log } from '../../../machine/log.ts'
import type { Jobs } from '../../../work/jobs/jobs.ts'
import { PartParked } from '../run-outcome.ts'
import type { PartObjects } from './part-objects.ts'
import { type PartPlans, type PartState, type PartStep, partsOf, stepsOf } from './part-plans.ts'

const CHECK_EVERY_MS = 300
/** While this worker executes a part itself. */
const CHECK_AT_WORK_EVERY_MS = 1000
/** Some, so that a faster worker takes more of them, and little is lost with one. */
const PARTS_FOR_EACH_SLOT = 4

export interface PartsTurn {
  /** Aborted with the reason `cancelled`, or another one when a worker continues the run later. */
  signal: AbortSignal
  /** Frames that are done as a share of all work on them. */
  onProgress(share: number, frames: number): void
}

export interface JobInParts {
  job: RunJob
  /**
   * Draws the videos on all workers while the job is executed. Returns the folders of their parts; null when one worker has to
   * execute the run, or it was stopped. Null where nothing is drawn in parts.
   * @throws PartParked, StoreUnavailable, DatabaseUnavailable
   */
  draw: ((turn: PartsTurn) => Promise<readonly string[] | null>) | null
}

export interface RunParts {
  /**
   * Returns the job that joins the results of the parts, or the given one for a run that this worker executes alone.
   * @throws PartParked, StoreUnavailable, DatabaseUnavailable
   */
  inParts(run: WorkflowRun, job: RunJob, turn: PartsTurn): Promise<JobInParts>
  /** Removes what a run in parts has left in this process. */
  discard(runId: string): Promise<void>
  /** Removes all that a run in parts has left elsewhere; for a run that has ended. */
  end(run: Pick<WorkflowRun, 'id' | 'organization_id'>): Promise<void>
}

export interface RunPartsOptions {
  engine: Engine
  jobs: Jobs
  plans: PartPlans
  objects: PartObjects
  /** Runs that all workers execute at the same time. */
  runSlots(): Promise<number>
  /** Shortest length of a part in seconds; 0 executes each run on one worker. */
  partS: number
  tmp: string
  log: Log
}

export function createRunParts(options: RunPartsOptions): RunParts {
  const { engine, jobs, plans, objects, runSlots, partS, tmp, log } = options
  const folderOf = (runId: string) => join(tmp, `parts-of-${runId}`)

  async function planOf(run: WorkflowRun, job: RunJob): Promise<PartPlan | null> {
    const stored = await plans.find(run.id)
    if (stored || partS === 0) return stored
    const slots = await runSlots()
    if (slots < 2) return null
    const lengths = { leastS: partS, atOnce: slots, rounds: PARTS_FOR_EACH_SLOT }
    const planned = await engine.planParts({ job, lengths })
    // A video that can't be read fails the run, as without parts.
    if (!planned.ok || !planned.value) return null
    await plans.store(run.id, planned.value)
    return planned.value
  }

  /** True when all parts of the step are done; false when one worker has to execute the run. */
  async function completed(run: WorkflowRun, caller: Caller, step: PartStep, plan: PartPlan, turn: PartsTurn) {
    const steps = stepsOf(plan)
    const before = steps.indexOf(step) / steps.length
    async function states(): Promise<PartState[]> {
      const parts = await plans.states(run.id, step, plan)
      const share = parts.reduce((sum, { frames }) => sum + frames, 0) / Math.max(1, plan.frames)
      turn.onProgress(before + Math.min(1, share) / steps.length, plan.frames)
      return parts
    }
    await plans.enqueue(run.id, caller, step, plan)
    let own: Promise<unknown> | null = null
    while (!turn.signal.aborted) {
      const parts = await states()
      const parked = parts.find(({ state }) => state === 'parked')
      if (parked) throw new PartParked(parked)
      const unusable = parts.find((part) => part.state === 'failed' || part.state === 'cancelled' || isIrregular(part))
      if (unusable || parts.length < partsOf(plan, step).length) {
        log(
          'warning',
          `Run ${run.id} is executed by one worker: ${unusable?.error?.message ?? 'its video is irregular'}`,
        )
        return false
      }
      if (parts.every(({ state }) => state === 'done')) return true
      const waiting = parts.find(({ state }) => state === 'queued')
      if (!own && waiting) {
        own = jobs.executeNow(waiting.id).finally(() => {
          own = null
        })
      }
      const pauseMs = own ? CHECK_AT_WORK_EVERY_MS : CHECK_EVERY_MS
      const pause = sleep(pauseMs, undefined, { signal: turn.signal }).catch(() => undefined)
      await Promise.race([own ?? pause, pause])
    }
    return false
  }

  /** The folders with the results of all parts of the step; null when one worker has to execute the run, or it was stopped. */
  async function foldersOf(
    run: WorkflowRun,
    step: PartStep,
    plan: PartPlan,
    turn: PartsTurn,
  ): Promise<string[] | null> {
    const { signal } = turn
    const caller = jobCaller(run.organization_id, null)
    const cancel = () => {
      if (signal.reason === 'cancelled') void plans.cancel(run.id, caller, plan).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel)
    try {
      if (await completed(run, caller, step, plan, turn)) {
        return await objects.fetchAll(run.id, step, plan, folderOf(run.id))
      }
      if (!signal.aborted) await plans.cancel(run.id, caller, plan)
      return null
    } catch (error) {
      if (error instanceof PartParked) await plans.cancel(run.id, caller, plan)
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  return {
    async inParts(run, job, turn) {
      const plan = await planOf(run, job)
      if (!plan || turn.signal.aborted) return { job, draw: null }
      const detected = await foldersOf(run, 'detect', plan, turn)
      if (!detected) return { job, draw: null }
      if (plan.drawn.length === 0) return { job: { ...job, parts: { detected, drawn: null } }, draw: null }
      const draw: JobInParts['draw'] = (meanwhile) => foldersOf(run, 'draw', plan, meanwhile)
      return { job: { ...job, parts: { detected, drawn: 'later' } }, draw }
    },
    discard: (runId) => rm(folderOf(runId), { recursive: true, force: true }),
    async end({ id, organization_id }) {
      const plan = await plans.find(id)
      if (!plan) return
      await plans.cancel(id, jobCaller(organization_id, null), plan)
      // The plan last: without it, nothing removes what is left.
      await objects.removeDrawn(id)
      await plans.remove(id, plan)
    },
  }
}

const isIrregular = ({ result }: PartState): boolean => result?.isRegular === false

/** Shortest part of a video, unless an operator names another: opening model and video is then a small share of the work. */
export const PART_S = 60
