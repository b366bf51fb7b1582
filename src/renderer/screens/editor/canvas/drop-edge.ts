/** Finds the wire under the pointer into which a block can be inserted. */
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { planBlockOnEdge, planNodeOnEdge } from '../document/wiring.ts'

const edgeAt = (x: number, y: number): string | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('.react-flow__edge')?.getAttribute('data-id')
    if (id) return id
  }
  return null
}

/** Looks up the wire for each position of one drag; the compatibility of each wire is computed once. */
export function dropEdgeFinder(fits: (edgeId: string) => boolean) {
  const known = new Map<string, boolean>()
  return (x: number, y: number): string | null => {
    const id = edgeAt(x, y)
    if (id === null) return null
    if (!known.has(id)) known.set(id, fits(id))
    return known.get(id) ? id : null
  }
}

export const dropEdgeForKind = (graph: Graph, kind: BlockKindName) =>
  dropEdgeFinder((id) => planBlockOnEdge(graph, kind, '\u0000new', id) !== null)

/** Only a block without wires can be inserted into one; returns null for the others. */
export function dropEdgeForNode(graph: Graph, nodeId: string) {
  const wired = graph.edges.some((e) => e.source === nodeId || e.target === nodeId)
  return wired ? null : dropEdgeFinder((id) => planNodeOnEdge(graph, nodeId, id) !== null)
}
