/** Helpers for runs whose process is killed. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { signalIfAlive } from './processes.ts'
import { engine } from './run.ts'

/** Milliseconds after the start of the run, or after its first checkpoint; null lets it live. */
export type Kill = { after: 'start' | 'checkpoint'; ms: number } | null

/** Time at which a run's latest checkpoint was stored; 0 before the first. */
function storedAt({ outDir, runId }: Pick<RunJob, 'outDir' | 'runId'>): number {
  return statSync(join(outDir, `.work-${runId}`, '.checkpoint'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Runs the job and kills its process, unless it finishes before. */
export async function runKilled(job: RunJob, kill: Kill, checkpointMs: number): Promise<RunOutcome> {
  const before = storedAt(job)
  const run = engine({ limits: { checkpointMs } }).start(job, () => undefined)
  const timers: NodeJS.Timeout[] = []
  const killIn = (ms: number) => timers.push(setTimeout(() => signalIfAlive(run.pid as number, 'SIGKILL'), ms))
  if (kill?.after === 'start') killIn(kill.ms)
  if (kill?.after === 'checkpoint') {
    const watch = setInterval(() => {
      if (storedAt(job) === before) return
      clearInterval(watch)
      killIn(kill.ms)
    }, 2)
    timers.push(watch)
  }
  const outcome = await run.done
  timers.map(clearTimeout)
  return outcome
}
