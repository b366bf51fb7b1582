import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runJob } from '../../src/engine/runtime/run-job.ts'
import type { RunJob } from '../../src/shared/engine-contract/job.ts'
import { costOf } from '../clock.ts'

export interface RunArgs {
  job: Omit<RunJob, 'outDir'>
  worker: string
  /** Wall time between checkpoints; the engine's own by default. */
  checkpointMs?: number
  /** Path at which the annotated video is kept. */
  video?: string
}

/** A whole run, from the job to its files. `memory`: resident MB by frames done, a few hundred readings. */
export async function run({ job, worker, checkpointMs, video }: RunArgs) {
  const outDir = mkdtempSync(join(tmpdir(), 'sightline-run-'))
  const memory: [frames: number, mb: number][] = []
  const startedAt = performance.now()
  let firstProgressS = 0
  try {
    const cost = await costOf(async () => {
      const outcome = await runJob(
        { ...job, outDir },
        {
          onReport(report) {
            if (report.type !== 'progress') return
            firstProgressS ||= (performance.now() - startedAt) / 1000
            memory.push([report.progress.frames_done, residentMb()])
          },
          onCommit: () => undefined,
          onActivity: () => undefined,
          signal: new AbortController().signal,
          inferenceEntry: worker,
          ...(checkpointMs !== undefined && { checkpointMs }),
        },
      )
      if (outcome.status !== 'completed')
        throw new Error(`the run ended with ${outcome.status}: ${outcome.error?.message}`)
      const made = outcome.artifacts.find((a) => a.kind === 'annotated_video')
      if (video && made) copyFileSync(join(outDir, made.name), video)
      return outcome.progress.frames_done
    })
    return { ...cost, firstProgressS, memory }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
