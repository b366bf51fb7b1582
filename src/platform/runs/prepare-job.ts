/** From a stored run to what the engine needs: the files behind its handles and models, looked up when it starts. */
import type { RunJob } from '../../shared/domain/job.ts'
import type { RunError, RunSource, WorkflowRun } from '../../shared/domain/run.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { fromJson, fromJsonOrNull } from '../db/json.ts'
import type { ResolveMedia } from '../uploads/media-handles.ts'
import type { CheckRunnable } from '../workflows/runnable.ts'
import type { RunFiles } from './run-files.ts'
import type { PrepareJob } from './run-queue.ts'
import type { RunRepository } from './run-repository.ts'

export interface PrepareOptions {
  repository: RunRepository
  checkRunnable: CheckRunnable
  resolveMedia: ResolveMedia
  files: RunFiles
}

const failed = (code: string, message: string, node_id: string | null = null): { ok: false; error: RunError } => ({
  ok: false,
  error: { code, message, node_id },
})

export function createPrepareJob({ repository, checkRunnable, resolveMedia, files }: PrepareOptions): PrepareJob {
  return async (run: WorkflowRun) => {
    const row = await repository.find(run.organization_id, run.id)
    if (!row) return failed('graph_invalid', 'The run was deleted before it could start.')
    const graph = fromJson<Graph>(row.graph)
    const source = fromJsonOrNull<RunSource>(row.source)
    const media = source?.uri ? await resolveMedia(source.uri, row.organization_id) : null
    if (!source || !media) {
      return failed('source_missing', 'The file of the source is no longer there. Choose it again, then run.')
    }
    const { issues, models } = await checkRunnable(graph, row.organization_id)
    const blocking = issues.find((i) => i.severity === 'error')
    if (blocking) {
      const code = blocking.code.startsWith('resource.model') ? 'model_missing' : 'graph_invalid'
      return failed(code, blocking.message, blocking.node_id ?? null)
    }
    const job: RunJob = {
      runId: row.id,
      workflowName: row.workflow_name,
      graph,
      source: { ...source, path: media.path, sampleFps: row.sample_fps, durationS: row.duration_s },
      models,
      outDir: files.dirOf(row.id),
    }
    return { ok: true, job }
  }
}
