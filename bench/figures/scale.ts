/** The simulation of many workers, checked against real ones, and the plan for a thousand of them that follows from it. */

import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ensurePostgres } from '../../tools/test/postgres-server.mjs'
import type { Figure, Part } from '../figure.ts'
import { DEMO } from '../media.ts'
import { measureDatabase } from '../scale/database-rates.ts'
import { planFor } from '../scale/internet-scale.ts'
import { executeRuns } from '../scale/real-runs.ts'
import { simulate } from '../scale/simulation.ts'

const WORKERS = [1, 2, 4]
const RUNS = 12
const LIMIT = 1.15
const DEMO_S = 27
/** Frames of a second, and those of the runs that are measured. */
const [FPS, SAMPLED_FPS] = [25, 8]

export const scale: Part = {
  name: 'scale',
  title: 'A thousand workers, simulated with the times of this machine',
  missing: async () =>
    ensurePostgres() ?? (process.platform === 'linux' ? null : 'processor times are read on Linux only'),
  async measure(): Promise<Figure[]> {
    const cores = availableParallelism()
    const real = new Map<number, number>()
    const alone = await executeRuns(1, RUNS)
    real.set(1, alone.seconds)
    for (const workers of WORKERS.slice(1)) real.set(workers, (await executeRuns(workers, RUNS)).seconds)
    const work = alone.cpuSeconds / RUNS
    const idleS = Math.max(0, alone.seconds / RUNS - work)
    const checked = WORKERS.map((workers) => {
      const fleet = { workers, cores: Math.min(workers, cores), parallelism: 1, idleS }
      const jobs = Array.from({ length: RUNS }, () => ({ arrivesS: 0, work }))
      return { workers, predicted: simulate(jobs, fleet).endS, measured: real.get(workers) as number }
    })
    const worst = Math.max(
      ...checked.map(({ predicted, measured }) => Math.max(predicted / measured, measured / predicted)),
    )
    const workOfSecond = (work / DEMO_S) * (FPS / SAMPLED_FPS)
    const database = await measureDatabase()
    const bytesOfSecond = statSync(DEMO).size / DEMO_S
    const plan = planFor({ ...database, workOfSecond, idleS, bytesOfSecond })
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`
    const { use, storeMBs, lost } = plan
    return [
      {
        title: 'Simulated time over the real one, or the reverse, at 1, 2 and 4 workers',
        unit: '',
        limit: LIMIT,
        value: worst,
        detail: checked
          .map(
            ({ workers, predicted, measured }) =>
              `${workers}: ${predicted.toFixed(1)} s simulated, ${measured.toFixed(1)} s real`,
          )
          .join('; '),
      },
      {
        title: 'Use of 1,000 workers by 100,000 videos of ten minutes a day, in the busiest hours',
        unit: '',
        limit: 1,
        value: use.workers,
        detail: `a video takes ${((workOfSecond * 600) / 60).toFixed(1)} core-minutes; 99 % of its parts start within ${plan.p99WaitS.toFixed(1)} s`,
      },
      {
        title: 'The same: use of one PostgreSQL by claims, leases and progress',
        unit: '',
        limit: 1,
        value: use.claims + use.renewals + use.progress,
        detail: `claims ${percent(use.claims)} of ${database.jobsPerSecond.toFixed(0)} a second, leases ${percent(use.renewals)} and progress ${percent(use.progress)} of ${database.renewalsPerSecond.toFixed(0)} a second; the store sends ${storeMBs.mean.toFixed(0)} MB/s, ${storeMBs.peak.toFixed(0)} in the busiest hours`,
      },
      {
        title: 'The same with half of the workers lost at once: use of the others',
        unit: '',
        limit: null,
        value: lost.use,
        detail: `${lost.mostWaiting} parts wait 20 minutes later`,
      },
    ]
  },
}
