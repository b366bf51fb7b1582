/** Graphs and layouts in text columns, in the current version of the workflow format. */
import type { Graph, Layout } from '../../shared/graph/graph.ts'
import { migrated } from '../../shared/graph/migrations.ts'
import { fromJson, fromJsonOrNull } from './database.ts'

export const storedWorkflow = (row: {
  graph: string
  layout: string | null
}): { graph: Graph; layout: Layout | null } =>
  migrated({ graph: fromJson<Graph>(row.graph), layout: fromJsonOrNull<Layout>(row.layout) })

export const storedGraph = (graph: string): Graph => storedWorkflow({ graph, layout: null }).graph
