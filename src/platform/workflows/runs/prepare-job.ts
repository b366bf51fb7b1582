/** Turns a stored run into a job for the engine: looks up the files behind its handles and models when it starts. */

import type { RunError, RunErrorCode, RunSource, WorkflowRun } from '../../../shared/domain/run.ts'
import type { HardwareVideo } from '../../../shared/engine-contract/hardware-video.ts'
import type { RunJob } from '../../../shared/engine-contract/job.ts'
import type { IssueCode } from '../../../shared/graph/issue.ts'
import { message, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import { fromJsonOrNull } from '../../db/database.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import { storedGraph } from '../../db/stored-workflow.ts'
import { jobCaller } from '../../machine/identity/caller.ts'
import type { FindRunMedia, SourceConfig } from '../readiness/run-media.ts'
import type { CheckRunnable } from '../readiness/runnable.ts'
import type { RunFiles } from './run-files.ts'
import type { ResultIntake } from './run-intake.ts'
import type { PrepareJob } from './run-queue.ts'
import type { RunRepository } from './run-repository.ts'

export interface PrepareOptions {
  repository: RunRepository
  checkRunnable: CheckRunnable
  findMedia: FindRunMedia
  files: RunFiles
  outboxDirOf(runId: string): string
  /** Folder of cached detections and tracks. */
  cacheDir: string
  /** File in which the engine remembers its measurements of devices. */
  deviceChecks: string
  hardwareVideo(): Promise<HardwareVideo>
  expect: ResultIntake['expect']
}

const failed = (code: string, reason: Sayable, node_id: string | null = null): { ok: false; error: RunError } => ({
  ok: false,
  error: { code, ...saidOf(reason), node_id },
})

const EMPTY: readonly IssueCode[] = ['resource.dataset_empty', 'resource.source_empty']
const sourceError = (code: IssueCode): RunErrorCode => (EMPTY.includes(code) ? 'source_empty' : 'source_missing')

export function createPrepareJob(options: PrepareOptions): PrepareJob {
  const { repository, checkRunnable, findMedia, files, outboxDirOf, cacheDir, deviceChecks, expect } = options
  /**
   * The checkpoint of an attempt at this run, or of the run that it resumes. A run that was interrupted before it took over an
   * earlier run's work folder has left it there.
   */
  async function keptOf(row: Pick<RunRow, 'id' | 'resumed_from'>): Promise<RunJob['resume']> {
    if (await files.isResumable(row.id)) return { outDir: files.dirOf(row.id), runId: row.id }
    for (let id = row.resumed_from; id !== null; id = (await repository.byId(id))?.resumed_from ?? null) {
      if (await files.isResumable(id)) return { outDir: files.dirOf(id), runId: id }
    }
    return null
  }

  return async (run: WorkflowRun) => {
    const row = await repository.find(run.organization_id, run.id)
    if (!row) return failed('graph_invalid', message('run.deleted_before_start'))
    const caller = jobCaller(row.organization_id, row.created_by)
    const graph = storedGraph(row.graph)
    const source = fromJsonOrNull<RunSource>(row.source)
    const block = graph.nodes.find((n) => n.type === 'source')
    const found = await findMedia((block?.config ?? {}) as SourceConfig, caller)
    if (!found.ok) return failed(sourceError(found.problem.code), found.problem, block?.id)
    if (!source) return failed('source_missing', message('run.no_source'))
    const path = await found.media.localFile()
    const images = await found.media.images()
    const { issues, models } = await checkRunnable(graph, caller)
    const blocking = issues.find((i) => i.severity === 'error')
    if (blocking) {
      const isModel = blocking.code.startsWith('resource.model') || blocking.code === 'resource.sam3_not_installed'
      const code = isModel ? 'model_missing' : 'graph_invalid'
      return failed(code, blocking, blocking.node_id ?? null)
    }
    const job: RunJob = {
      runId: row.id,
      workflowName: row.workflow_name,
      graph,
      source: { ...source, path, images, sampleFps: row.sample_fps, durationS: row.duration_s },
      models,
      outDir: files.dirOf(row.id),
      resume: await keptOf(row),
      outboxDir: outboxDirOf(row.id),
      cacheDir,
      deviceChecks,
      hardwareVideo: await options.hardwareVideo(),
      inspected: true,
    }
    await expect(row.id, graph)
    return { ok: true, job }
  }
}
