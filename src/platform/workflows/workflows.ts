/** Workflows: created, changed, checked and started. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import type { Page } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import {
  type InvokeSource,
  revisionOf,
  type Workflow,
  type WorkflowWithValidation,
} from '../../shared/api/workflows.ts'
import { bundledTemplate } from '../../shared/domain/bundled.ts'
import type { RunSource, WorkflowRun } from '../../shared/domain/run.ts'
import { effectiveGraph } from '../../shared/graph/effective-graph.ts'
import { type Graph, type Layout, WorkflowFile } from '../../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../../shared/graph/issue.ts'
import { message, paramOf, saidOf } from '../../shared/messages/message.ts'
import { directoryPath } from '../datasets/directories/directory-path.ts'
import { newId, toJson, toJsonOrNull } from '../db/database.ts'
import { insertWithFreeName, requirePathName, unlessTaken } from '../db/naming/resource-name.ts'
import type { WorkflowRow } from '../db/schema/workflows.ts'
import { storedWorkflow } from '../db/stored-workflow.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { createParsedWorkflows } from './parsed-workflows.ts'
import type { FindRunMedia, RunMedia, SourceConfig } from './readiness/run-media.ts'
import type { CheckRunnable } from './readiness/runnable.ts'
import type { Runs } from './runs/runs.ts'
import { type WorkflowRepository, workflowOf } from './workflow-repository.ts'

export interface WorkflowFields {
  name?: string
  description?: string | null
  readme?: string | null
  graph?: Graph
  layout?: Layout | null
  status?: Workflow['status']
}

export interface NewWorkflow extends WorkflowFields {
  name: string
  template_key?: string
}

export interface Workflows {
  /** @throws ApiError invalid_field, not_found for the template */
  create(caller: Caller, fields: NewWorkflow): Promise<Workflow>
  list(caller: Caller, page: Page): Promise<Workflow[]>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, nameOrId: string): Promise<WorkflowWithValidation>
  /**
   * @param revision the revision that the change is based on; the current state by default
   * @throws ApiError empty_update, name_conflict, invalid_field, stale_revision
   */
  update(caller: Caller, nameOrId: string, fields: WorkflowFields, revision?: string): Promise<Workflow>
  delete(caller: Caller, nameOrId: string): Promise<void>
  /** With `source`, runs on that one instead of the graph's. @throws ApiError graph_not_runnable, invalid_source */
  run(caller: Caller, nameOrId: string, source: InvokeSource | null): Promise<WorkflowRun>
}

/** Determines the media of a run: the graph's own source, or the one it was invoked on. */
interface SourceToRun {
  kind: RunMedia['kind']
  /** Null for a data set and an export. */
  uri: string | null
  name: string
  /** Config of the source block as it is run. */
  config: SourceConfig
  /** Null processes every frame. */
  sampleFps: number | null
  /** Null reads to the end. */
  durationS: number | null
}

const sourceConfig = (graph: Graph): SourceConfig =>
  (graph.nodes.find((n) => n.type === 'source')?.config ?? {}) as SourceConfig

const sampleFpsOf = (config: SourceConfig): number | null =>
  typeof config.sample_fps === 'number' ? config.sample_fps : null

function toRun({ kind, name, datasetId }: RunMedia, given: SourceConfig, durationS: number | null): SourceToRun {
  const sampleFps = kind === 'video' ? sampleFpsOf(given) : null
  // A data set may be renamed before the run starts; a file is checked and run as what it is.
  const config = { ...given, kind, ...(datasetId !== null && { dataset_project_id: datasetId }) }
  const isFile = kind === 'video' || kind === 'image'
  return { kind, name, uri: isFile ? (config.gcs_uri ?? null) : null, config, sampleFps, durationS }
}

/**
 * The source of a graph that is known to be runnable. @throws ApiError invalid_source when the file has just been
 * removed.
 */
async function storedSource(graph: Graph, caller: Caller, findMedia: FindRunMedia): Promise<SourceToRun> {
  const config = sourceConfig(graph)
  const found = await findMedia(config, caller)
  if (!found.ok) throw new ApiError('invalid_source', found.problem)
  return toRun(found.media, config, null)
}

/** @throws ApiError invalid_source for a handle or data set that is not the organization's, or is empty; invalid_field */
async function invokedSource(
  source: InvokeSource,
  graph: Graph,
  caller: Caller,
  findMedia: FindRunMedia,
): Promise<SourceToRun> {
  const config = invokedConfig(source, sourceConfig(graph))
  const found = await findMedia(config, caller)
  if (found.ok) {
    const isVideo = found.media.kind === 'video' && source.kind === 'video'
    return toRun(found.media, config, isVideo ? (source.duration_seconds ?? null) : null)
  }
  const isHandle = source.kind !== 'dataset' && found.problem.code === 'resource.source_missing'
  const reason = isHandle ? message('workflow.handle_not_yours') : found.problem
  const field = source.kind === 'dataset' ? '/source/dataset' : '/source/gcs_uri'
  throw new ApiError('invalid_source', reason, [{ field, ...saidOf(reason), code: found.problem.code }])
}

function invokedConfig(source: InvokeSource, stored: SourceConfig): SourceConfig {
  if (source.kind === 'dataset') {
    const { dataset: dataset_project_id, directory_path } = source
    if (directory_path === undefined) return { kind: 'dataset', dataset_project_id }
    const path = directoryPath(directory_path, '/source/directory_path')
    return { kind: 'dataset', dataset_project_id, directory_path: path }
  }
  const { kind, gcs_uri } = source
  const sample_fps = source.kind === 'video' ? (source.sample_fps ?? sampleFpsOf(stored)) : null
  // The workflow states how a video is read, whatever the video.
  const deinterlace = source.kind === 'video' ? stored.deinterlace : undefined
  return { kind, gcs_uri, ...(sample_fps === null ? {} : { sample_fps }), ...(deinterlace && { deinterlace }) }
}

/** The graph as it is run and stored: its source block reads the invoked media. */
const withSource = (graph: Graph, { config }: SourceToRun): Graph => ({
  ...graph,
  nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config } : n)),
})

export interface WorkflowsOptions {
  repository: WorkflowRepository
  runs: Runs
  checkRunnable: CheckRunnable
  findMedia: FindRunMedia
  resourcesDir: string
  now: () => Date
}

export function createWorkflows(options: WorkflowsOptions): Workflows {
  const { repository, runs, checkRunnable, findMedia, resourcesDir } = options
  const at = () => options.now().toISOString()
  const parsed = createParsedWorkflows()

  async function rowOf(caller: Caller, nameOrId: string): Promise<WorkflowRow> {
    const row = await repository.find(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('workflow.missing', { name: nameOrId }))
    return row
  }

  /** Returns whether the workflow still had the revision. @throws ApiError name_conflict */
  function changed(id: string, revision: string, change: Partial<WorkflowRow>): Promise<boolean> {
    const taken = () => new ApiError('name_conflict', message('workflow.name_taken', { name: change.name ?? '' }))
    return unlessTaken(() => repository.update(id, revision, change), taken)
  }

  return {
    async create(caller, fields) {
      requirePathName(fields.name)
      const { graph, layout, description } = await startingPoint(fields, resourcesDir)
      const row: WorkflowRow = {
        id: newId(),
        organization_id: caller.organizationId,
        created_by: caller.userId,
        name: fields.name,
        description: fields.description ?? description,
        readme: fields.readme ?? null,
        graph: toJson(graph),
        layout: toJsonOrNull(fields.layout ?? layout),
        template_key: fields.template_key ?? null,
        status: 'draft',
        last_run_id: null,
        created_at: at(),
        updated_at: null,
      }
      return workflowOf(await insertWithFreeName(repository, row))
    },

    list: async (caller, page) => (await repository.list(caller.organizationId, page)).map(workflowOf),

    async get(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      const { graph, layout, effective } = parsed(row)
      const { issues } = await checkRunnable(effective.graph, caller)
      return { ...row, graph, layout, validation: issues.map((i) => asDrawn(i, effective.origins)) }
    },

    async update(caller, nameOrId, { graph, layout, ...plain }, revision) {
      if (graph === undefined && layout === undefined && Object.keys(plain).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (plain.name !== undefined) requirePathName(plain.name)
      const fields: Partial<WorkflowRow> = { ...plain }
      if (graph !== undefined) fields.graph = toJson(graph)
      if (layout !== undefined) fields.layout = toJsonOrNull(layout)
      for (;;) {
        const row = await rowOf(caller, nameOrId)
        const current = revisionOf(row)
        if (revision !== undefined && revision !== current) throw stale(row.name)
        const change = { ...fields, updated_at: laterThan(current, options.now()) }
        if (await changed(row.id, current, change)) return workflowOf({ ...row, ...change })
      }
    },

    async delete(caller, nameOrId) {
      await repository.delete((await rowOf(caller, nameOrId)).id)
    },

    async run(caller, nameOrId, invoked) {
      const row = await rowOf(caller, nameOrId)
      const { graph: drawn, layout } = storedWorkflow(row)
      const stored = effectiveGraph(drawn, layout).graph
      const chosen = invoked && (await invokedSource(invoked, stored, caller, findMedia))
      const graph = chosen ? withSource(stored, chosen) : stored
      const { issues } = await checkRunnable(graph, caller)
      if (blocksRun(issues)) throw notRunnable(issues)
      const toRun = chosen ?? (await storedSource(graph, caller, findMedia))
      return runs.start(caller, {
        workflowId: row.id,
        workflowName: row.name,
        graph,
        layout,
        source: sourceRecord(toRun),
        sampleFps: toRun.sampleFps,
        durationS: toRun.durationS,
      })
    },
  }
}

const stale = (name: string): ApiError => new ApiError('stale_revision', message('workflow.stale', { name }))

/** Two changes never share a time, whatever the clock does: the time is the revision. */
const laterThan = (revision: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(revision) + 1)).toISOString()

/** Issues refer to the wires of the graph as drawn. */
const asDrawn = (found: Issue, origins: readonly number[]): Issue => {
  const edge_index = found.edge_index === undefined ? undefined : origins[found.edge_index]
  return edge_index === undefined ? found : { ...found, edge_index }
}

const sourceRecord = ({ kind, name, uri }: SourceToRun): RunSource => ({ kind, name, uri })

/**
 * Built-in workflows: files in the resources, named by their key.
 * @throws ApiError not_found when there is no such template.
 */
async function loadTemplate(resourcesDir: string, key: string): Promise<WorkflowFile> {
  const path = bundledTemplate(key)
  if (path === null) throw new ApiError('not_found', message('workflow.template_missing', { key }))
  return Value.Parse(WorkflowFile, JSON.parse(await readFile(join(resourcesDir, path), 'utf8')))
}

async function startingPoint(
  { graph, template_key }: NewWorkflow,
  resourcesDir: string,
): Promise<{ graph: Graph; layout: Layout | null; description: string | null }> {
  if (graph !== undefined && template_key !== undefined) {
    const problem = message('invalid.graph_and_template')
    throw new ApiError('invalid_field', message('invalid.template_key', { problem }), [
      { field: '/template_key', ...saidOf(problem) },
    ])
  }
  if (template_key !== undefined) {
    const file = await loadTemplate(resourcesDir, template_key)
    return { graph: file.graph, layout: file.layout ?? null, description: file.description ?? null }
  }
  if (graph !== undefined) return { graph, layout: null, description: null }
  const problem = message('invalid.graph_required')
  throw new ApiError('invalid_field', message('invalid.graph', { problem }), [{ field: '/graph', ...saidOf(problem) }])
}

function notRunnable(issues: readonly Issue[]): ApiError {
  const errors = issues.filter((i) => i.severity === 'error')
  const details = errors.map(({ code, node_id, field, ...said }) => ({
    code,
    ...saidOf(said),
    ...(node_id === undefined ? {} : { node_id }),
    ...(field === undefined ? {} : { field }),
  }))
  return new ApiError(
    'graph_not_runnable',
    message('workflow.not_runnable', { n: errors.length, first: paramOf(errors[0] as Issue) }),
    details,
  )
}
