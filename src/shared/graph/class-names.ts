/** The classes that the models of a graph can find. Total for damaged configs. */
import type { Graph, GraphNode } from './graph.ts'

/** Looks up the trained model that a block names by id or name; undefined when it is not known. */
export type KnownClasses = (model: string, node: GraphNode) => readonly string[] | undefined

/** The classes of one model block: those it prompts for, or those it was trained on. */
export function classesOfModel(node: GraphNode, knownBy: KnownClasses): readonly string[] {
  const { config } = node
  if (config.model_kind === 'sam3') return prompted(config.prompt_classes)
  return typeof config.model_id === 'string' ? (knownBy(config.model_id, node) ?? []) : []
}

/** The classes of all model blocks in the order of the graph, without duplicates. */
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
