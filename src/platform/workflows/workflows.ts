/** Workflows: created, changed, checked and started. */

import { ApiError } from '../../shared/api/errors.ts'
import type { Page } from '../../shared/api/paging.ts'
import {
  type InvokeSource,
  revisionOf,
  type Workflow,
  type WorkflowWithValidation,
} from '../../shared/api/workflows.ts'
import type { RunSource, WorkflowRun } from '../../shared/domain/run.ts'
import { effectiveGraph } from '../../shared/graph/effective-graph.ts'
import type { Graph, Layout } from '../../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../../shared/graph/issue.ts'
import { message } from '../../shared/messages/message.ts'
import { paramOf, saidOf } from '../../shared/messages/said.ts'
import { newId } from '../db/ids.ts'
import { toJson, toJsonOrNull } from '../db/json.ts'
import { insertWithFreeName, requirePathName, unlessTaken } from '../db/naming/resource-name.ts'
import type { WorkflowRow } from '../db/schema/workflows.ts'
import { storedWorkflow } from '../db/stored-workflow.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { createParsedWorkflows } from './parsed-workflows.ts'
import type { FindRunMedia } from './readiness/run-media.ts'
import type { CheckRunnable } from './readiness/runnable.ts'
import { invokedSource, type SourceToRun, storedSource, withSource } from './run-source.ts'
import type { Runs } from './runs/runs.ts'
import { loadTemplate } from './templates.ts'
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
