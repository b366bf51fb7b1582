/** A host without a process: keeps workflows, runs and models in memory and returns what the real host returns. */

import { type Host, HostError } from '../../src/renderer/base/host/host-context.ts'
import type { DeviceList } from '../../src/shared/api/devices.ts'
import type { Model } from '../../src/shared/api/models.ts'
import type { ResourceUsers } from '../../src/shared/api/resource-users.ts'
import type { StoragePart, StorageUse } from '../../src/shared/api/storage.ts'
import type { RunLoad, RunQueueState } from '../../src/shared/api/workflow-runs.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { Batch } from '../../src/shared/bridge/batch.ts'
import type { UnfinishedDownloads } from '../../src/shared/bridge/model-downloads.ts'
import { changedSettings } from '../../src/shared/bridge/settings-change.ts'
import type { HostInfo, Settings, SettingsChange, StudioClient } from '../../src/shared/bridge/studio.ts'
import type { Device } from '../../src/shared/domain/device.ts'
import {
  emptyCounts,
  emptyProgress,
  isTerminal,
  type RunPicture,
  type RunUpdate,
  type WorkflowRun,
} from '../../src/shared/domain/run.ts'
import { emptyGraph, type Graph } from '../../src/shared/graph/graph.ts'
import { fakeLabels, type KeptLabels } from './fake-labels.ts'

const revisionOf = (value: unknown): string => JSON.stringify(value)

const AT = '2026-03-04T10:00:00.000Z'

export const aWorkflow = (part: Partial<Workflow> = {}): Workflow => ({
  id: 'wf-1',
  organization_id: 'org',
  name: 'Crossing',
  description: null,
  readme: null,
  graph: emptyGraph(),
  layout: null,
  template_key: null,
  status: 'draft',
  last_run_id: null,
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aRun = (part: Partial<WorkflowRun> = {}): WorkflowRun => ({
  id: 'run-1',
  organization_id: 'org',
  workflow_id: 'wf-1',
  workflow_name: 'Crossing',
  status: 'completed',
  source: { kind: 'video', name: 'street.mp4', uri: 'file:///street.mp4' },
  media: { width: 1280, height: 720, duration_seconds: 20, native_fps: 25, frame_count: 500 },
  progress: { ...emptyProgress(), frames_done: 500, frames_total: 500, media_time_s: 20 },
  nodes: {},
  counts: emptyCounts(),
  error: null,
  artifacts: [],
  resumable: false,
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: AT,
  started_at: AT,
  finished_at: '2026-03-04T10:00:25.000Z',
  ...part,
})

export const aModel = (part: Partial<Model> = {}): Model => ({
  id: 'model-1',
  organization_id: 'org',
  name: 'Road users',
  description: null,
  readme: null,
  model_type: 'object_detection',
  architecture: null,
  visibility: 'private',
  status: 'ready',
  metrics: null,
  class_mapping: { 0: 'car', 1: 'person' },
  training_config: null,
  version: '1',
  parent_model_id: null,
  forked_from_model_id: null,
  license_id: null,
  license_custom_text: null,
  precision: 'fp32',
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aDevice = (part: Partial<Device> = {}): Device => ({
  ...{ id: 'cpu', kind: 'cpu', name: 'CPU', available: true, reason: null, software: false },
  ...part,
})

const NOTHING_LEFT: UnfinishedDownloads = { bytes: 0, count: 0, clearable: { bytes: 0, count: 0 } }

export const aDeviceList = (part: Partial<DeviceList> = {}): DeviceList => ({
  ...{ devices: [aDevice()], chosen: 'auto', fixed: false, measurements: [] },
  ...{ hardware_video: 'off', hardware_video_fixed: false, video: null },
  ...part,
})

export interface FakeState {
  workflows: Workflow[]
  runs: WorkflowRun[]
  models: Model[]
  settings: Settings
  templates: Record<string, Graph>
  /** Latest frames of active runs, by run id. */
  pictures: Record<string, RunPicture>
  queue: RunQueueState
  load: RunLoad
  /** Newest first. */
  batches: Batch[]
  labels: KeptLabels
  storage: StorageUse
  unfinished: UnfinishedDownloads
  devices: DeviceList
  /** Milliseconds of a measurement, by device; 10 by default. */
  speeds: Record<string, number>
  /** The users that are returned for every model. */
  modelUsers: ResourceUsers
  /** Every endpoint that was called, oldest first. */
  calls: { endpoint: string; input: unknown }[]
}

export interface FakeHost extends Host {
  state: FakeState
  /** Sends an update to all subscribers of the run. */
  emit(runId: string, update: RunUpdate): void
  /** Makes the next call of this endpoint fail with this message. */
  failNext(endpoint: string, message: string): void
}

export function createFakeHost(start: Partial<FakeState> = {}, info: Partial<HostInfo> = {}): FakeHost {
  const state: FakeState = {
    workflows: [],
    runs: [],
    models: [],
    settings: { theme: 'system', tour_done: false, preview: true, preview_figures: true },
    templates: {},
    pictures: {},
    queue: { paused: false, run_ids: [] },
    load: { run_id: null, processes: 0, cpu_share: 0, memory_bytes: 0 },
    batches: [],
    labels: [],
    storage: { in_use: false, parts: [] },
    unfinished: NOTHING_LEFT,
    devices: aDeviceList(),
    speeds: {},
    modelUsers: { workflows: [], runs: [] },
    calls: [],
    ...start,
  }
  const failures = new Map<string, string>()
  const followers = new Map<string, Set<(update: RunUpdate) => void>>()
  let made = 0

  const answer = answers(state, () => `made-${++made}`)
  const api = async (endpoint: string, input: unknown): Promise<unknown> => {
    state.calls.push({ endpoint, input })
    const failure = failures.get(endpoint)
    if (failure !== undefined) {
      failures.delete(endpoint)
      throw new HostError({ code: 'internal', message: failure, details: [] })
    }
    const run = answer[endpoint]
    if (!run) throw new HostError({ code: 'not_supported', message: `No ${endpoint} here.`, details: [] })
    return structuredClone(run(input as Input))
  }

  async function* followRun({ run_id }: { run_id: string }): AsyncGenerator<RunUpdate> {
    const waiting: RunUpdate[] = []
    let wake = () => {}
    const listen = (update: RunUpdate) => {
      waiting.push(update)
      wake()
    }
    const all = followers.get(run_id) ?? new Set()
    followers.set(run_id, all.add(listen))
    try {
      for (;;) {
        const update = waiting.shift()
        if (!update) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        yield update
        if (update.type === 'run' && isTerminal(update.run.status)) return
      }
    } finally {
      all.delete(listen)
    }
  }

  const hostInfo: HostInfo = {
    host: 'web',
    version: '0.1.0',
    os: 'linux',
    native_dialogs: false,
    files_base: '/files',
    data_dir: '/home/ana/.local/share/sightline',
    upload_url: '/upload',
    session_url: null,
    server: null,
    local_files: info.native_dialogs ?? false,
    updates: false,
    ...info,
  }
  const studio = {
    hostInfo: async () => hostInfo,
    listServers: async () => ({ active: null, servers: [] }),
    followServer: async function* () {
      yield { server: hostInfo.server, check: null }
    },
    api: async ({ endpoint, input }: { endpoint: string; input: unknown }) => api(endpoint, input),
    followRun,
    getSettings: async () => state.settings,
    setSettings: async (change: SettingsChange) => {
      state.settings = changedSettings(state.settings, change)
      return state.settings
    },
    modelCatalogue: async () => [],
    unfinishedDownloads: async () => state.unfinished,
    clearDownloads: async () => {
      state.unfinished = NOTHING_LEFT
      return null
    },
    openWorkflowFile: async () => null,
    saveWorkflowFile: async () => null,
    revealRun: async () => null,
    pickSource: async () => null,
    pickSourcePaths: async () => [],
    listBatches: async () => structuredClone(state.batches).map((value) => ({ value, revision: revisionOf(value) })),
    async saveBatch({ value, revision }: { value: Batch; revision: string | null }) {
      const known = state.batches.find((b) => b.id === value.id)
      if ((known ? revisionOf(known) : null) !== revision)
        throw new HostError({ code: 'stale_revision', message: 'Changed in another window.', details: [] })
      state.batches = known ? state.batches.map((b) => (b === known ? value : b)) : [value, ...state.batches]
      return revisionOf(value)
    },
    async deleteBatch({ id }: { id: string }) {
      state.batches = state.batches.filter((b) => b.id !== id)
      return null
    },
    ...fakeLabels(state),
    describeSource: async () => null,
    openSourcePath: async () => {
      throw new HostError({ code: 'not_supported', message: 'No files here.', details: [] })
    },
  } satisfies Partial<Record<keyof StudioClient, unknown>>

  return {
    state,
    info: hostInfo,
    studio: studio as unknown as StudioClient,
    api: api as Host['api'],
    emit: (runId, update) => {
      if (update.type === 'run') state.runs = state.runs.map((r) => (r.id === runId ? update.run : r))
      for (const listen of followers.get(runId) ?? []) listen(update)
    },
    failNext: (endpoint, message) => failures.set(endpoint, message),
  }
}

interface Input {
  params: Record<string, string>
  query?: Record<string, unknown>
  body: Record<string, unknown>
}

function find<T extends { id: string }>(all: readonly T[], id: string | undefined): T {
  const found = all.find((thing) => thing.id === id)
  if (!found) throw new HostError({ code: 'not_found', message: 'There is no such thing any more.', details: [] })
  return found
}

function answers(state: FakeState, freshId: () => string): Record<string, (input: Input) => unknown> {
  return {
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
    'devices.choose'({ body }) {
      const { device = state.devices.chosen, ...change } = body as {
        device?: string
        hardware_video?: 'off' | 'decode'
      }
      state.devices = { ...state.devices, ...change, chosen: device }
      return state.devices
    },
    'devices.check': ({ body: { model, device } }) => ({
      ...{ model_id: String(model), device: String(device), median_ms: state.speeds[String(device)] ?? 10 },
      ...{ agrees: true, largest_difference: 0, measured_at: AT },
    }),
    'storage.get': () => state.storage,
    'storage.clear'({ body }) {
      const none = { bytes: 0, count: 0 }
      const emptied = (part: StoragePart) => (part.kind === body.kind ? { ...part, ...none, clearable: none } : part)
      state.storage = { ...state.storage, parts: state.storage.parts.map(emptied) }
      return state.storage
    },
    'models.delete'({ params }) {
      state.models = state.models.filter((m) => m.id !== params.model)
    },
  }
}
