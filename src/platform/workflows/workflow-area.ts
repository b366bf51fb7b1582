/** Workflows: changed, checked, previewed and started. */

import { pathOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { workflowRuns } from '../../shared/api/workflow-runs.ts'
import type { WorkflowPreview } from '../../shared/api/workflows.ts'
import { givenOptions, problemOf } from '../../shared/domain/conversion.ts'
import type { RunError, WorkflowRun } from '../../shared/domain/run.ts'
import type { Engine, ModelFile } from '../../shared/engine-contract/job.ts'
import type { Preview } from '../../shared/engine-contract/preview.ts'
import { message, type Said, saidOf } from '../../shared/messages/message.ts'
import type { UploadArea } from '../datasets/uploads/upload-area.ts'
import { type Uploads, uploadTarget } from '../datasets/uploads/uploads.ts'
import { invalidField } from '../db/naming/resource-name.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../http/handler.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { unfitField } from '../models/inspect-model.ts'
import type { GraphReadiness } from './readiness/readiness.ts'
import type { FindRunMedia, SourceConfig } from './readiness/run-media.ts'
import type { CheckRunnable, Readiness } from './readiness/runnable.ts'
import type { RunArea } from './runs/run-area.ts'
import type { Runs } from './runs/runs.ts'
import { createWorkflowRepository } from './workflow-repository.ts'
import { createWorkflows, type Workflows } from './workflows.ts'

const DEFAULT_WAIT_LIMIT_MS = 300_000

export interface WorkflowAreaNeeds {
  uploads: UploadArea
  readiness: GraphReadiness
  runs: RunArea
  /** Longest wait of a call that waits for the end of its run; 300 s by default. */
  waitLimitMs: number | undefined
}

const created = async (run: WorkflowRun, runs: Runs, origin: string) => ({
  run_id: run.id,
  deposit_micro_usd: await runs.deposit(run),
  status_url: `${origin}${pathOf(workflowRuns.get, { run_id: run.id })}`,
})

interface Previews {
  /**
   * @throws ApiError graph_not_runnable without a source that can be read, or when a block fails; invalid_field for options
   * that do not fit
   */
  look(caller: Caller, request: WorkflowPreview): Promise<Preview>
}

interface PreviewsOptions {
  engine: Engine
  findMedia: FindRunMedia
  checkRunnable: CheckRunnable
}

/** Previews a graph that is being edited on a moment of its media. */
function createPreviews({ engine, findMedia, checkRunnable }: PreviewsOptions): Previews {
  return {
    async look(caller, { graph, at_seconds, window_seconds, picture, conversions = {} }) {
      const block = graph.nodes.find((n) => n.type === 'source')
      const config = (block?.config ?? {}) as SourceConfig
      const found = await findMedia(config, caller)
      if (!found.ok) throw notShown(found.problem, block?.id)
      const { kind, name } = found.media
      const { models: stored } = await checkRunnable(graph, caller)
      const models = withConversions(stored, conversions)
      const sampleFps = typeof config.sample_fps === 'number' ? config.sample_fps : null
      const path = await found.media.localFile()
      const images = await found.media.images()
      const looked = await engine.preview({
        graph,
        source: { kind, name, uri: config.gcs_uri ?? null, path, images, sampleFps, durationS: null },
        models,
        atS: at_seconds,
        windowS: window_seconds,
        picture,
      })
      if (!looked.ok)
        throw unfitTried(looked.error, conversions) ?? notShown(looked.error, looked.error.node_id ?? undefined)
      return looked.value
    },
  }
}

type Tried = NonNullable<WorkflowPreview['conversions']>

/** An option that is tried and does not fit its model. */
const unfitTried = (error: RunError, tried: Tried): ApiError | null =>
  error.node_id !== null && Object.hasOwn(tried, error.node_id)
    ? unfitField(error, `/conversions/${error.node_id}`)
    : null

/** @throws ApiError invalid_field */
function withConversions(models: Readiness['models'], tried: Tried) {
  const changed = Object.entries(models).map(([id, file]): [string, ModelFile] => {
    const given = Object.hasOwn(tried, id) ? tried[id] : undefined
    if (given === undefined) return [id, file]
    const found = given && problemOf(given)
    if (found) throw invalidField(`/conversions/${id}/${found.field}`, found.problem)
    return [id, { ...file, conversion: givenOptions(given) }]
  })
  return Object.fromEntries(changed)
}

const notShown = (reason: Said, node_id: string | undefined) =>
  new ApiError('graph_not_runnable', reason, [{ ...saidOf(reason), ...(node_id !== undefined && { node_id }) }])

const workflowHandlers = (
  workflows: Workflows,
  runs: Runs,
  uploads: Uploads,
  previews: Previews,
  waitLimitMs: number,
): GroupHandlers<'workflows'> => ({
  create: ({ caller, body }) => workflows.create(caller, body),
  list: ({ caller, query }) => workflows.list(caller, query),
  get: ({ caller, params }) => workflows.get(caller, params.workflow),
  update: ({ caller, params, body, ifMatch }) => workflows.update(caller, params.workflow, body, ifMatch),
  delete: ({ caller, params }) => workflows.delete(caller, params.workflow),
  run: async ({ caller, params, origin }) => created(await workflows.run(caller, params.workflow, null), runs, origin),
  preview: ({ caller, body }) => previews.look(caller, body),
  invoke: async ({ caller, params, query, body, origin, signal }) => {
    const run = await workflows.run(caller, params.workflow, body.source)
    if (!query.wait) return created(run, runs, origin)
    const ended = await runs.wait(caller, run.id, waitLimitMs, signal)
    if (ended) return ended
    const late = message('run.wait_limit', { seconds: waitLimitMs / 1000, id: run.id })
    throw new ApiError('wait_timeout', late, [{ code: 'run_id', message: run.id }])
  },
  uploadUrl: uploadTarget(uploads),
})

export interface WorkflowArea extends Area {
  handlers: Pick<Handlers, 'workflows'>
}

export function createWorkflowArea(services: PlatformServices, needs: WorkflowAreaNeeds): WorkflowArea {
  const { readiness, waitLimitMs = DEFAULT_WAIT_LIMIT_MS } = needs
  const { uploads } = needs.uploads
  const { runs } = needs.runs
  const repository = createWorkflowRepository(services.db)
  const workflows = createWorkflows({ ...services, ...readiness, repository, runs })
  const previews = createPreviews({ engine: services.engine, ...readiness })
  return { handlers: { workflows: workflowHandlers(workflows, runs, uploads, previews, waitLimitMs) } }
}
