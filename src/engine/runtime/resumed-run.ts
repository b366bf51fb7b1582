/** Finds the state from which a run resumes, and refuses to resume with a different job. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION } from '../../shared/domain/version.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { RunFailure } from '../core/run-failure.ts'
import { type Checkpoint, readCheckpoint } from '../output/checkpoint-file.ts'
import type { ResultHeader } from '../output/result-header.ts'
import { MANIFEST_NAME, rollBackCommit, workFolderOf } from '../output/work-folder.ts'

export interface ResumedRun {
  checkpoint: Checkpoint
  /** The run's work folder. */
  folder: string
}

/** Null for a run that starts from the beginning. Raises `resume_refused` when there is nothing to resume. */
export async function resumedRun({ resume }: RunJob): Promise<ResumedRun | null> {
  if (!resume) return null
  const folder = workFolderOf(resume.outDir, resume.runId)
  await refuseOverLaterResults(resume)
  await rollBackCommit(folder)
  const checkpoint = await readCheckpoint(folder)
  if (!checkpoint) throw refusal('nothing of it was kept, or not all of it')
  return { checkpoint, folder }
}

/**
 * The manifest is the last file that a run moves to its folder: one of another run means that that run has completed.
 */
async function refuseOverLaterResults({ outDir, runId }: NonNullable<RunJob['resume']>): Promise<void> {
  const manifest = await readFile(join(outDir, MANIFEST_NAME), 'utf8').catch(() => null)
  if (manifest === null || manifest.includes(`"run_id": "${runId}"`)) return
  const message = `This run can’t be continued: a later run has completed in “${outDir}”, and its results would be replaced. Move those to another folder, then resume.`
  throw new RunFailure('resume_refused', message)
}

/** Raises `resume_refused` unless the graph, source, models and version are the same as before. */
export function requireSame({ job: was, header: before }: Checkpoint, job: RunJob, header: ResultHeader): void {
  if (before.sightline !== VERSION) throw refusal(`it was begun by Sightline ${before.sightline}, this is ${VERSION}`)
  if (before.workflow.graph_sha256 !== header.workflow.graph_sha256) throw refusal('the workflow has changed since')
  if (before.source.sha256 !== header.source.sha256) throw refusal(`“${job.source.name}” has changed since`)
  if (was.source.sampleFps !== job.source.sampleFps || was.source.durationS !== job.source.durationS) {
    throw refusal('it is to look at other frames of the source than before')
  }
  for (const model of header.models) {
    const known = before.models.find((m) => m.node_id === model.node_id)
    if (known?.sha256 !== model.sha256) throw refusal(`the model “${model.name}” has changed since`)
  }
}

const refusal = (reason: string) =>
  new RunFailure('resume_refused', `This run can’t be continued: ${reason}. Run the workflow again from the start.`)
