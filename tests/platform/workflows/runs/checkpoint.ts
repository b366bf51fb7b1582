import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptedRun } from '../../support/scripted-engine.ts'

/** Makes the work folder that an engine leaves of an interrupted run; returns its path. */
export function keepCheckpoint({ job }: ScriptedRun): string {
  const work = join(job.outDir, `.work-${job.runId}`)
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, '.checkpoint'), 'all')
  writeFileSync(join(work, 'half.csv'), 'half')
  return work
}
