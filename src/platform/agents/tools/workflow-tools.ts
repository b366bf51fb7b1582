/** Tools that draw and check workflows. These are Sightline's own, beside those of the registry. */
import { type Static, Type } from 'typebox'
import {
  type Workflow,
  WorkflowCreate,
  WorkflowUpdate,
  type WorkflowWithValidation,
} from '../../../shared/api/workflows.ts'
import { MAX_PREVIEW_S, type Preview } from '../../../shared/engine-contract/preview.ts'
import { Graph } from '../../../shared/graph/graph.ts'
import { blocksRun, type Issue } from '../../../shared/graph/issue.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type AgentTool, endpointTool, type ToolContext } from './agent-tool.ts'

/** All problems of a graph for a caller, of its models, devices and media too. */
export type CheckGraph = (graph: Graph, caller: Caller) => Promise<readonly Issue[]>

const WorkflowName = Type.String({ minLength: 1, description: 'Name or id' })
const drawing = {
  name: WorkflowCreate.properties.name,
  description: WorkflowCreate.properties.description,
  graph: Graph,
}

const issuesOf = (issues: readonly Issue[]) => ({
  runnable: !blocksRun(issues),
  issues: issues.map(({ text: _, ...issue }) => issue),
})

/** Names, states and issues; layout and readme mean nothing to an agent. */
function outline({ id, name, description, status, last_run_id, updated_at }: Workflow) {
  return { id, name, description, status, last_run_id, updated_at }
}

async function checked(workflow: string, { api }: ToolContext) {
  const found = (await api('workflows.get', { params: { workflow } })) as WorkflowWithValidation
  return { found, ...issuesOf(found.validation as Issue[]) }
}

const listWorkflows: AgentTool = {
  ...endpointTool('list_workflows', 'workflows.list'),
  async call(query, { api }) {
    const all = (await api('workflows.list', { query })) as Workflow[]
    return { value: all.map((workflow) => ({ ...outline(workflow), blocks: workflow.graph.nodes.length })) }
  },
}

const getWorkflow: AgentTool = {
  ...endpointTool('get_workflow', 'workflows.get'),
  description: 'Read a workflow: its graph, and the issues that block a run',
  input: Type.Object(
    {
      workflow: WorkflowName,
      nodes_from: Type.Integer({ minimum: 0, default: 0, description: 'Leave out so many nodes of a large graph' }),
    },
    { additionalProperties: false },
  ),
  async call({ workflow, nodes_from }, context) {
    const { found, ...validation } = await checked(workflow as string, context)
    const { version, nodes, edges } = found.graph
    const graph = { version, edges, nodes: nodes.slice(nodes_from as number) }
    return { value: { ...outline(found), ...validation, graph } }
  },
}

const createWorkflow: AgentTool = {
  ...endpointTool('create_workflow', 'workflows.create'),
  description: 'Create a workflow from a graph or a built-in template; returns the issues that block a run',
  input: Type.Object(
    { ...drawing, graph: Type.Optional(Graph), template_key: WorkflowCreate.properties.template_key },
    { additionalProperties: false },
  ),
  async call(body, context) {
    const { id } = (await context.api('workflows.create', { body })) as Workflow
    const { found, ...validation } = await checked(id, context)
    return { value: { ...outline(found), ...validation } }
  },
}

const updateWorkflow: AgentTool = {
  ...endpointTool('update_workflow', 'workflows.update', { replaces: true }),
  description: 'Change a workflow; a graph replaces the whole graph. Returns the issues that block a run',
  input: Type.Object(
    {
      workflow: WorkflowName,
      name: WorkflowUpdate.properties.name,
      description: drawing.description,
      graph: Type.Optional(Graph),
      status: WorkflowUpdate.properties.status,
    },
    { additionalProperties: false },
  ),
  async call({ workflow, ...body }, context) {
    const { id } = (await context.api('workflows.update', {
      params: { workflow: workflow as string },
      body,
    })) as Workflow
    const { found, ...validation } = await checked(id, context)
    return { value: { ...outline(found), ...validation } }
  },
}

const checkWorkflow = (check: CheckGraph): AgentTool => ({
  name: 'check_workflow',
  description: 'Check a stored workflow, or a graph that is not stored; each issue says what to do',
  role: 'viewer',
  idempotent: true,
  readOnly: true,
  destructive: false,
  input: Type.Object(
    { workflow: Type.Optional(WorkflowName), graph: Type.Optional(Graph) },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  async call({ workflow, graph }, context) {
    if (graph !== undefined) return { value: issuesOf(await check(graph as Graph, context.caller)) }
    const { found: _, ...validation } = await checked(workflow as string, context)
    return { value: validation }
  },
})

const PreviewInput = Type.Object(
  {
    graph: Graph,
    at_seconds: Type.Number({ minimum: 0, default: 0, description: 'Media time' }),
    window_seconds: Type.Number({ minimum: 0, maximum: MAX_PREVIEW_S, default: 0, description: '0 is one frame' }),
    picture: Type.Boolean({ default: true, description: 'Also return the frame as an image' }),
  },
  { additionalProperties: false },
)

const previewGraph: AgentTool = {
  ...endpointTool('preview_graph', 'workflows.preview'),
  description: 'Run a graph on one frame of its media, to see the frame and what each block returns; nothing is stored',
  readOnly: true,
  input: PreviewInput,
  async call(input, { api }) {
    const { picture, frames, ...preview } = (await api('workflows.preview', {
      body: input as Static<typeof PreviewInput>,
    })) as Preview
    return { value: { ...preview, frames }, ...(picture && { jpeg: picture.jpeg }) }
  },
}

export const workflowTools = (check: CheckGraph): readonly AgentTool[] => [
  listWorkflows,
  getWorkflow,
  createWorkflow,
  updateWorkflow,
  checkWorkflow(check),
  previewGraph,
  endpointTool('delete_workflow', 'workflows.delete'),
]
