/** Makes room for a block inserted between others. */
import type { Layout } from '../../../../shared/graph/graph.ts'
import { BLOCK_WIDTH } from '../document/block-size.ts'
import type { EditorDocument, Position } from '../document/document.ts'
import { cleared } from './reserved-space.ts'

/** Distance between a block and the next one along a wire. */
export const STRIDE = BLOCK_WIDTH + 60
const GRID = 10

/**
 * Positions a block between those that feed it and those that it feeds: if they are too close, it follows the first and
 * everything from the second on moves right. It never overlaps anything.
 */
export function withRoomFor({ graph, layout }: EditorDocument, id: string): Layout {
  const at = layout.nodes[id]
  const x = (ids: string[]) => ids.flatMap((other) => layout.nodes[other]?.x ?? [])
  const before = x(graph.edges.flatMap((e) => (e.target === id ? [e.source] : [])))
  const behind = x(graph.edges.flatMap((e) => (e.source === id ? [e.target] : [])))
  if (!at || before.length === 0 || behind.length === 0) return cleared({ graph, layout }, [id])
  const [from, to] = [Math.max(...before), Math.min(...behind)]
  const short = from + 2 * STRIDE - to
  if (short <= 0 || to < from + BLOCK_WIDTH) return cleared({ graph, layout }, [id], ['down', 'up'])
  const by = Math.ceil(short / GRID) * GRID
  const shifted = <T extends Position>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([key, p]) => [key, p.x >= to ? { ...p, x: p.x + by } : p]))
  const nodes = { ...shifted(layout.nodes), [id]: { x: from + STRIDE, y: at.y } }
  const wider = { ...layout, nodes, ...(layout.notes && { notes: shifted(layout.notes) }) }
  return cleared({ graph, layout: wider }, [id], ['down', 'up'])
}
