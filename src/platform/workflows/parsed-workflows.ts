/** The graphs of workflows that were read lately: parsed, migrated and with their switches applied. */
import { type EffectiveGraph, effectiveGraph } from '../../shared/graph/effective-graph.ts'
import type { Graph, Layout } from '../../shared/graph/graph.ts'
import type { WorkflowRow } from '../db/schema/workflows.ts'
import { storedWorkflow } from '../db/stored-workflow.ts'

export interface ParsedWorkflow {
  /** Shared by later reads: not to be changed. */
  readonly graph: Graph
  readonly layout: Layout | null
  /** The same object as long as graph and layout are the same. */
  readonly effective: EffectiveGraph
}

type Stored = Pick<WorkflowRow, 'id' | 'graph' | 'layout'>

interface Kept {
  stored: Stored
  parsed: ParsedWorkflow
}

/** Characters of JSON. */
const MAX_KEPT = 4_000_000

const sizeOf = ({ graph, layout }: Stored): number => graph.length + (layout?.length ?? 0)

/** Keeps results by the texts that they were parsed from, so that a changed workflow is parsed again. */
export function createParsedWorkflows(): (row: Stored) => ParsedWorkflow {
  const kept = new Map<string, Kept>()
  let size = 0
  const drop = (id: string) => {
    const known = kept.get(id)
    if (known) size -= sizeOf(known.stored)
    kept.delete(id)
  }
  return ({ id, graph, layout }) => {
    const known = kept.get(id)
    if (known?.stored.graph === graph && known.stored.layout === layout) return known.parsed
    const workflow = storedWorkflow({ graph, layout })
    const parsed = { ...workflow, effective: effectiveGraph(workflow.graph, workflow.layout) }
    const stored = { id, graph, layout }
    drop(id)
    kept.set(id, { stored, parsed })
    size += sizeOf(stored)
    for (const oldest of kept.keys()) {
      if (size <= MAX_KEPT) break
      drop(oldest)
    }
    return parsed
  }
}
