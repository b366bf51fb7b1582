/** Runs in parts, which processes exchange through the store. */
import type { PlatformServices } from '../../../http/area/area.ts'
import type { JobsArea } from '../../../work/jobs/jobs-area.ts'
import type { PrepareJob } from '../run-queue.ts'
import type { RunRepository } from '../run-repository.ts'
import { partJobs } from './part-jobs.ts'
import { createPartObjects } from './part-objects.ts'
import { createPartPlans } from './part-plans.ts'
import { createRunParts, PART_S, type RunParts } from './run-parts.ts'

/** Detections of parts are kept for so long, for later runs of the same video. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const SWEEP_EVERY_MS = 24 * 60 * 60_000

export interface OpenPartsNeeds {
  jobs: JobsArea
  repository: RunRepository
  prepare: PrepareJob
  /** Length of a part in seconds; `PART_S` when undefined. */
  partS: number | undefined
}

export interface Parts extends RunParts {
  start(): void
  close(): void
}

/** Null without a store. */
export function openParts(services: PlatformServices, needs: OpenPartsNeeds): Parts | null {
  const { db, engine, folders, metrics, objects: store, now, log } = services
  if (!store) return null
  const { repository, prepare, partS = PART_S } = needs
  const { jobs, slots } = needs.jobs
  const { tmp } = folders
  const plans = createPartPlans(db, jobs)
  const objects = createPartObjects(store, tmp)
  jobs.register(partJobs({ engine, repository, plans, objects, prepare, metrics, tmp }))
  const runSlots = async () => (await slots()).runs
  const parts = createRunParts({ engine, jobs, plans, objects, runSlots, partS, tmp, log })
  async function sweepAll(): Promise<void> {
    for (const run of await plans.leftovers()) await parts.end(run)
    await objects.removeOlder(new Date(now().getTime() - KEPT_MS))
  }
  const sweep = () =>
    void sweepAll().catch((error) => log('warning', 'Leftovers of runs in parts could not be removed.', error))
  let sweeping: NodeJS.Timeout | undefined
  return {
    ...parts,
    start() {
      sweep()
      sweeping = setInterval(sweep, SWEEP_EVERY_MS)
      sweeping.unref()
    },
    close: () => clearInterval(sweeping),
  }
}
