/** The API of a fake host: answers from its state, without checks. */
import { HostError } from '../../src/renderer/base/host/host-context.ts'
import type { Model } from '../../src/shared/api/models.ts'
import type { StoragePart } from '../../src/shared/api/storage.ts'
import type { RunQueueState } from '../../src/shared/api/workflow-runs.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { emptyGraph } from '../../src/shared/graph/graph.ts'
import { AT, aModel, aRun, aWorkflow } from './examples.ts'
import { batchAnswers } from './fake-batches.ts'
import { labelAnswers } from './fake-labels.ts'
import type { FakeState } from './fake-state.ts'

export interface Input {
  params: Record<string, string>
  query?: Record<string, unknown>
  body: Record<string, unknown>
  ifMatch?: string
}

function find<T extends { id: string }>(all: readonly T[], id: string | undefined): T {
  const found = all.find((thing) => thing.id === id)
  if (!found) throw new HostError({ code: 'not_found', message: 'There is no such thing any more.', details: [] })
  return found
}

export function answers(state: FakeState, freshId: () => string): Record<string, (input: Input) => unknown> {
  return {
    ...batchAnswers(state),
    ...labelAnswers(state),
    'workflows.list': () => state.workflows,
    'workflows.get': ({ params }) => ({ ...find(state.workflows, params.workflow), validation: [] }),
    'workflows.create'({ body }) {
      const { template_key, ...rest } = body as Partial<Workflow>
      const graph = (template_key && state.templates[template_key]) || rest.graph || emptyGraph()
      const workflow = aWorkflow({ ...rest, id: freshId(), graph, template_key: template_key ?? null })
      state.workflows = [workflow, ...state.workflows]
      return workflow
    },
    'workflows.update'({ params, body }) {
      const changed = { ...find(state.workflows, params.workflow), ...(body as Partial<Workflow>) }
      state.workflows = state.workflows.map((w) => (w.id === changed.id ? changed : w))
      return changed
    },
    'workflows.delete'({ params }) {
      find(state.workflows, params.workflow)
      state.workflows = state.workflows.filter((w) => w.id !== params.workflow)
    },
    'workflows.run'({ params }) {
      const { id, name } = find(state.workflows, params.workflow)
      const run = aRun({ id: freshId(), workflow_id: id, workflow_name: name, status: 'queued', finished_at: null })
      state.runs = [run, ...state.runs]
      return { run_id: run.id, deposit_micro_usd: 0, status_url: null }
    },
    'workflows.invoke'({ params, body }) {
      const { id, name } = find(state.workflows, params.workflow)
      const { kind, gcs_uri } = body.source as { kind: 'video' | 'image'; gcs_uri: string }
      const source = { kind, name: gcs_uri.split('/').at(-1) ?? gcs_uri, uri: gcs_uri }
      const run = aRun({
        id: freshId(),
        workflow_id: id,
        workflow_name: name,
        source,
        status: 'queued',
        finished_at: null,
      })
      state.runs = [run, ...state.runs]
      return { run_id: run.id, deposit_micro_usd: 0, status_url: null }
    },
    'workflowRuns.list': ({ query = {} }) =>
      state.runs
        .filter((r) => !query.status || r.status === query.status)
        .filter((r) => !query.workflow || r.workflow_id === query.workflow)
        .slice(Number(query.offset ?? 0), Number(query.offset ?? 0) + Number(query.limit ?? 50)),
    'workflowRuns.queue': () => state.queue,
    'workflowRuns.load': () => state.load,
    'workflowRuns.deleteArtifact'({ params }) {
      const run = find(state.runs, params.run_id)
      const artifacts = run.artifacts.filter((a) => a.id !== params.artifact_id)
      state.runs = state.runs.map((r) => (r.id === run.id ? { ...r, artifacts } : r))
    },
    'workflowRuns.picture'({ params }) {
      const picture = state.pictures[params.run_id as string]
      if (!picture)
        throw new HostError({ code: 'wrong_state', message: 'There is no picture of this run now.', details: [] })
      return picture
    },
    'workflowRuns.updateQueue'({ body }) {
      state.queue = { ...state.queue, ...(body as Partial<RunQueueState>) }
      return state.queue
    },
    'workflowRuns.get': ({ params }) => find(state.runs, params.run_id),
    'workflowRuns.graph': ({ params }) => {
      const run = find(state.runs, params.run_id)
      const workflow = state.workflows.find((w) => w.id === run.workflow_id)
      return { graph: workflow?.graph ?? emptyGraph(), layout: workflow?.layout ?? null, source: run.source }
    },
    'workflowRuns.cancel'({ params }) {
      const run: WorkflowRun = { ...find(state.runs, params.run_id), status: 'cancelled', finished_at: AT }
      state.runs = state.runs.map((r) => (r.id === run.id ? run : r))
      return run
    },
    'workflowRuns.resume'({ params }) {
      const { id, ...was } = find(state.runs, params.run_id)
      const run = aRun({ ...was, id: freshId(), status: 'queued', resumable: false, resumed_from: id, error: null })
      state.runs = [run, ...state.runs]
      return run
    },
    'workflowRuns.delete'({ params }) {
      find(state.runs, params.run_id)
      state.runs = state.runs.filter((r) => r.id !== params.run_id)
    },
    'models.list'({ query = {} }) {
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 50)]
      const data = state.models.slice(offset, offset + limit)
      return { data, total: state.models.length, has_more: offset + data.length < state.models.length }
    },
    'models.get': ({ params }) =>
      state.models.find(({ name }) => name === params.model) ?? find(state.models, params.model),
    'models.import'({ body }) {
      const model = aModel({ id: freshId(), name: String(body.name) })
      state.models = [...state.models, model]
      return model
    },
    'models.update'({ params, body }) {
      const at = state.models.findIndex((m) => m.id === params.model)
      const changed = { ...(state.models[at] as Model), ...(body as Partial<Model>) }
      state.models = state.models.with(at, changed)
      return changed
    },
    'models.users': () => state.modelUsers,
    'devices.list': ({ query }) => ({ ...state.devices, video: query?.video ? (state.devices.video ?? []) : null }),
    'operator.chooseDevice'({ body }) {
      const { device = state.devices.chosen, ...change } = body as {
        device?: string
        hardware_video?: 'off' | 'decode'
      }
      state.devices = { ...state.devices, ...change, chosen: device }
      return state.devices
    },
    'devices.check': ({ body: { model, device } }) => ({
      model_id: String(model),
      device: String(device),
      median_ms: state.speeds[String(device)] ?? 10,
      agrees: true,
      largest_difference: 0,
      measured_at: AT,
    }),
    'storage.get': () => state.storage,
    'operator.storage': () => state.storage,
    'storage.clear': ({ body }) => emptied(state, body),
    'operator.clearStorage': ({ body }) => emptied(state, body),
    'operator.workers': () => [],
    'models.delete'({ params }) {
      state.models = state.models.filter((m) => m.id !== params.model)
    },
  }
}

function emptied(state: FakeState, { kind }: Input['body']): FakeState['storage'] {
  const none = { bytes: 0, count: 0 }
  const empty = (part: StoragePart) => (part.kind === kind ? { ...part, ...none, clearable: none } : part)
  state.storage = { ...state.storage, parts: state.storage.parts.map(empty) }
  return state.storage
}
