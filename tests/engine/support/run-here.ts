/**
 * Executes jobs in the process of the test, with the functions that an engine process calls. The start of a process takes
 * longer than a short run; tests of processes start them with `engine`.
 */
import { rmSync } from 'node:fs'
import { workFolderOf } from '../../../src/engine/output/work-folder.ts'
import type { RunHooks } from '../../../src/engine/runtime/run-hooks.ts'
import { runJob } from '../../../src/engine/runtime/run-job.ts'
import type { EngineReport, RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { bundle } from './bundles.ts'

/** Hooks of work that nobody watches, with one of the built inference threads: each takes as long to start as a short run. */
export const unwatched = {
  onActivity: () => undefined,
  signal: new AbortController().signal,
  inferenceEntry: bundle('inference.js'),
  cores: 1,
}

export async function runHere(
  job: RunJob,
  hooks: Partial<RunHooks> = {},
): Promise<RunOutcome & { reports: EngineReport[] }> {
  const reports: EngineReport[] = []
  const outcome = await runJob(job, {
    ...unwatched,
    onReport: (report) => void reports.push(report),
    onCommit: () => undefined,
    ...hooks,
  })
  // Hosts remove the work folder of a completed run.
  if (outcome.status === 'completed') rmSync(workFolderOf(job.outDir, job.runId), { recursive: true, force: true })
  return { ...outcome, reports }
}
