/** Finds the state from which a run resumes, and refuses to resume with a different job. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { VERSION } from '../../shared/domain/version.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import type { ResultHeader } from '../output/result-header.ts'
import { type Checkpoint, MANIFEST_NAME, readCheckpoint, rollBackCommit, workFolderOf } from '../output/work-folder.ts'

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
  if (!checkpoint) throw refusal(message('engine.no_checkpoint'))
  return { checkpoint, folder }
}

/**
 * The manifest is the last file that a run moves to its folder: one of another run means that that run has completed.
 */
async function refuseOverLaterResults({ outDir, runId }: NonNullable<RunJob['resume']>): Promise<void> {
  const manifest = await readFile(join(outDir, MANIFEST_NAME), 'utf8').catch(() => null)
  if (manifest === null || manifest.includes(`"run_id": "${runId}"`)) return
  throw refusal(message('engine.later_results', { folder: outDir }))
}

/** Raises `resume_refused` unless the graph, source, models and version are the same as before. */
export function requireSame({ job: was, header: before }: Checkpoint, job: RunJob, header: ResultHeader): void {
  if (before.sightline !== VERSION) {
    throw refusal(message('engine.other_version', { before: before.sightline, now: VERSION }))
  }
  if (before.workflow.graph_sha256 !== header.workflow.graph_sha256) throw refusal(message('engine.changed_workflow'))
  if (before.source.sha256 !== header.source.sha256) {
    throw refusal(message('engine.changed_source', { name: job.source.name }))
  }
  if (was.source.sampleFps !== job.source.sampleFps || was.source.durationS !== job.source.durationS) {
    throw refusal(message('engine.other_frames'))
  }
  for (const model of header.models) {
    const known = before.models.find((m) => m.node_id === model.node_id)
    const isSame = known?.sha256 === model.sha256 && isDeepStrictEqual(known.conversion, model.conversion)
    if (!isSame) throw refusal(message('engine.changed_model', { name: model.name }))
  }
}

const refusal = (why: Message) => new RunFailure('resume_refused', why)
