/** Executes parts of runs as jobs, on any worker. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CPU } from '../../../../shared/domain/device.ts'
import { isTerminal } from '../../../../shared/domain/run.ts'
import type { Engine } from '../../../../shared/engine-contract/job.ts'
import type { PartPlan, RunPart } from '../../../../shared/engine-contract/parts.ts'
import { message, saidOf } from '../../../../shared/messages/message.ts'
import type { JobRow } from '../../../db/schema/jobs.ts'
import type { Metrics } from '../../../http/metrics/metrics.ts'
import { traced } from '../../../machine/tracing/tracing.ts'
import type { JobContext, JobEnd, JobKind } from '../../../work/jobs/job.ts'
import { RUN_POOL } from '../../../work/jobs/lanes.ts'
import type { PrepareJob } from '../run-queue.ts'
import { type RunRepository, runOf } from '../run-repository.ts'
import type { PartObjects } from './part-objects.ts'
import { PART_JOB, type PartPlans, partsOf, payloadOf } from './part-plans.ts'

export interface PartJobsOptions {
  engine: Engine
  repository: RunRepository
  plans: PartPlans
  objects: PartObjects
  prepare: PrepareJob
  metrics: Pick<Metrics, 'framesOn'>
  /** Folder for work in progress. */
  tmp: string
}

export function partJobs(options: PartJobsOptions): JobKind {
  const { engine, repository, plans, objects, prepare, metrics, tmp } = options
  const fetched = createFetchedParts(objects, tmp)

  async function run(job: JobRow, { signal, progress }: JobContext): Promise<JobEnd | null> {
    const payload = payloadOf(job)
    const { run_id, step, number } = payload
    const [row, plan] = [await repository.byId(run_id), await plans.find(run_id)]
    const part = plan && partsOf(plan, step)[number]
    if (!row || !plan || !part || isTerminal(row.status)) return { state: 'cancelled' }
    const known = await objects.find(payload, plan)
    if (known) return { state: 'done', result: known }
    const prepared = await prepare(runOf(row))
    if (!prepared.ok) return { state: 'failed', error: prepared.error }
    const outDir = join(tmp, `part-${job.id}-${job.token}`)
    await mkdir(outDir)
    let detections: Fetched | null = null
    try {
      if (step === 'draw') detections = await fetched.of(run_id, plan)
      if (signal.aborted) return null
      const { sha256 } = plan
      const given = { step, job: prepared.job, sha256, part, outDir, detected: detections?.folders ?? [] }
      const total = framesOf(part, plan)
      let counted = 0
      const { done, cancel } = engine.executePart(given, (frames) => {
        progress({ done: frames, total: Math.max(frames, total) })
        if (step === 'detect') metrics.framesOn(CPU, frames - counted)
        counted = frames
      })
      signal.addEventListener('abort', cancel, { once: true })
      const result = await traced(`engine.${step}`, () => done)
      signal.removeEventListener('abort', cancel)
      if (signal.aborted) return null
      if (!result.ok) return { state: 'failed', error: result.error }
      const { value } = result
      await traced('part.publish', () => objects.publish(payload, plan, outDir, value))
      return { state: 'done', result: result.value }
    } finally {
      await rm(outDir, { recursive: true, force: true })
      await detections?.release()
    }
  }

  return {
    kind: PART_JOB,
    pool: RUN_POOL,
    estimateMs: 20_000,
    isPortable: true,
    isStep: true,
    run,
    failureOf: () => saidOf(message('run.fault')),
  }
}

const framesOf = ({ first, end }: RunPart, plan: PartPlan): number => (end ?? plan.frames) - first

interface Fetched {
  folders: readonly string[]
  release(): Promise<void>
}

/** The detections of the runs whose videos this process draws, fetched once for all parts in a row. */
function createFetchedParts(objects: PartObjects, tmp: string) {
  let latest: { runId: string; into: string; folders: Promise<string[]>; uses: number } | null = null
  const drop = (entry: NonNullable<typeof latest>) => rm(entry.into, { recursive: true, force: true })
  let count = 0
  return {
    async of(runId: string, plan: PartPlan): Promise<Fetched> {
      if (latest?.runId !== runId) {
        const before = latest
        const into = join(tmp, `detections-${runId}-${count++}`)
        latest = { runId, into, folders: objects.fetchAll(runId, 'detect', plan, into), uses: 0 }
        if (before?.uses === 0) await drop(before)
      }
      const entry = latest
      entry.uses++
      const release = async () => {
        entry.uses--
        if (entry.uses === 0 && entry !== latest) await drop(entry)
      }
      try {
        return { folders: await entry.folders, release }
      } catch (error) {
        if (latest === entry) latest = null
        await release()
        throw error
      }
    },
  }
}
