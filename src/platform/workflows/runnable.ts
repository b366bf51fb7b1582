/** What stands in the way of a run: the structure of the graph, and the files and models that it names. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { ModelFile } from '../../shared/domain/job.ts'
import type { Graph, GraphNode } from '../../shared/graph/graph.ts'
import { type Issue, issue } from '../../shared/graph/issue.ts'
import { validate } from '../../shared/graph/validate.ts'
import type { Models, UsableModel } from '../models/models.ts'
import type { ResolveMedia } from '../uploads/media-handles.ts'

export interface Readiness {
  issues: Issue[]
  /** By node id, of those that were found and are ready. */
  models: Record<string, ModelFile>
}

export type CheckRunnable = (graph: Graph, organizationId: string) => Promise<Readiness>

export function createRunnableCheck(models: Models, resolveMedia: ResolveMedia): CheckRunnable {
  return async (graph, organizationId) => {
    const found = new Map<string, UsableModel | null>()
    for (const { name } of namedModels(graph)) {
      if (!found.has(name)) found.set(name, await models.find(organizationId, name))
    }
    const structure = validate(graph, { classesOf: (name) => found.get(name)?.classes })
    const resources: Issue[] = []
    for (const node of graph.nodes) {
      if (node.type === 'source') resources.push(...(await sourceIssues(node, organizationId, resolveMedia)))
      if (node.type === 'sink') resources.push(...sinkIssues(node))
      if (node.type === 'model' && node.config.model_kind === 'sam3') resources.push(noSam3(node))
    }
    const ready: Record<string, ModelFile> = {}
    for (const { node, name } of namedModels(graph)) {
      const model = found.get(name) ?? null
      if (model?.status === 'ready') ready[node.id] = model.file
      else resources.push(modelIssue(node, name, model))
    }
    return { issues: [...structure, ...resources], models: ready }
  }
}

/** Fields are read with care: the config may be anything that the structural check complains about. */
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function namedModels(graph: Graph): { node: GraphNode; name: string }[] {
  return graph.nodes.flatMap((node) => {
    const name = node.type === 'model' && node.config.model_kind !== 'sam3' ? text(node.config.model_id) : null
    return name === null ? [] : [{ node, name }]
  })
}

async function sourceIssues(node: GraphNode, organizationId: string, resolveMedia: ResolveMedia): Promise<Issue[]> {
  const { kind = 'video', gcs_uri } = node.config as Partial<ConfigOf<'source'>>
  if (kind === 'dataset' || kind === 'export') {
    const message = 'Runs on data sets and exports are not available in this version. Choose a video or an image.'
    return [issue('resource.source_unsupported', message, { node_id: node.id, field: '/kind' })]
  }
  const handle = text(gcs_uri)
  if (handle === null || (await resolveMedia(handle, organizationId))) return []
  const message = 'The file of this source is no longer there. Choose it again.'
  return [issue('resource.source_missing', message, { node_id: node.id, field: '/gcs_uri' })]
}

function sinkIssues(node: GraphNode): Issue[] {
  const { kind } = node.config
  if (kind !== 'webhook' && kind !== 'annotations') return []
  const what = kind === 'webhook' ? 'Webhooks are' : 'Writing annotations is'
  const message = `${what} not available in this version. Use a video, CSV or JSON sink.`
  return [issue('resource.block_unsupported', message, { node_id: node.id, field: '/kind' })]
}

const noSam3 = (node: GraphNode): Issue =>
  issue('resource.sam3_not_installed', 'sam3 is not installed. Choose a trained model.', {
    node_id: node.id,
    field: '/model_kind',
  })

function modelIssue(node: GraphNode, name: string, model: UsableModel | null): Issue {
  const at = { node_id: node.id, field: '/model_id' }
  if (!model) {
    return issue('resource.model_missing', `There is no model “${name}”. Import it, or choose another one.`, at)
  }
  const message = `The model “${name}” is not ready (${model.status}). Choose a model that is ready.`
  return issue('resource.model_not_ready', message, at)
}
