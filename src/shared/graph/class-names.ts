/** Which classes the models of a graph can find. Total for damaged configs. */
import type { Graph, GraphNode } from './graph.ts'

/** Answers for the trained model that a block names by id or name; undefined where it is not known. */
export type KnownClasses = (model: string, node: GraphNode) => readonly string[] | undefined

/** Of one model block: what it is asked for, or what it was trained on. */
export function classesOfModel(node: GraphNode, knownBy: KnownClasses): readonly string[] {
  const { config } = node
  if (config.model_kind === 'sam3') return prompted(config.prompt_classes)
  return typeof config.model_id === 'string' ? (knownBy(config.model_id, node) ?? []) : []
}

/** Of all model blocks in the order of the graph, each name once. */
export const classesOfGraph = ({ nodes }: Graph, knownBy: KnownClasses): string[] => [
  ...new Set(nodes.filter((n) => n.type === 'model').flatMap((n) => classesOfModel(n, knownBy))),
]

const prompted = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((p: unknown) => {
        const name = p && typeof p === 'object' ? (p as { name?: unknown }).name : undefined
        return typeof name === 'string' && name !== '' ? [name] : []
      })
    : []
