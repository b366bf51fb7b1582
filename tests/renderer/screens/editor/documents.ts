/** Builders for documents and nodes in the editor's tests. */

import type { EditorDocument } from '../../../../src/renderer/parts/workflow/document/document.ts'
import { freshConfig } from '../../../../src/renderer/screens/editor/document/wiring.ts'
import { type BlockKindName, isBlockKind } from '../../../../src/shared/blocks/catalogue.ts'
import type { GraphEdge, GraphNode } from '../../../../src/shared/graph/graph.ts'

export const node = (id: string, config?: GraphNode['config']): GraphNode => {
  const type = id.replace(/-.*$/, '')
  return { id, type, config: config ?? (isBlockKind(type) ? freshConfig(type as BlockKindName) : {}) }
}

/** Parses a wire: 'a>b' connects two nodes; 'a.true>b.detections' names the ports. */
export function wire(text: string): GraphEdge {
  const [from = '', to = ''] = text.split('>')
  const [source = '', sourceHandle] = from.split('.')
  const [target = '', targetHandle] = to.split('.')
  return {
    source,
    target,
    ...(sourceHandle === undefined ? {} : { sourceHandle }),
    ...(targetHandle === undefined ? {} : { targetHandle }),
  }
}

export function doc(nodes: (string | GraphNode)[], wires: string[] = []): EditorDocument {
  const made = nodes.map((n) => (typeof n === 'string' ? node(n) : n))
  return {
    name: 'Test',
    description: null,
    graph: { version: 1, nodes: made, edges: wires.map(wire) },
    layout: { nodes: Object.fromEntries(made.map((n, i) => [n.id, { x: i * 300, y: 0 }])) },
  }
}

/** Freezes a value deeply. */
export function frozen<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}
