/** Models and data sets that a graph names. The config of a block may be invalid in any way. */
import type { Graph, GraphNode } from '../../../shared/graph/graph.ts'

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The field of a block that names one of the organization's models. */
export function modelField(node: GraphNode): 'model_id' | 'reid_model_id' | null {
  if (node.type === 'model') return node.config.model_kind === 'sam3' ? null : 'model_id'
  return node.type === 'track' && node.config.tracker === 'botsort' ? 'reid_model_id' : null
}

export interface NamedResource {
  node: GraphNode
  /** Name or id. */
  name: string
}

export function namedModels(graph: Graph): NamedResource[] {
  return graph.nodes.flatMap((node) => {
    const named = modelField(node)
    const name = named && text(node.config[named])
    return name === null ? [] : [{ node, name }]
  })
}

/** The data sets that a source reads or a sink fills. */
export function namedDatasets(graph: Graph): NamedResource[] {
  return graph.nodes.flatMap((node) => {
    const { kind, dataset_project_id } = node.config
    const names = (node.type === 'source' && kind === 'dataset') || (node.type === 'sink' && kind === 'annotations')
    const name = names ? text(dataset_project_id) : null
    return name === null ? [] : [{ node, name }]
  })
}
