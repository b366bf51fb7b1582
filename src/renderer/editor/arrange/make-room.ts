/** Room for a block that is put between two others. */
import { BLOCK_WIDTH } from '../canvas/block-size.ts'
import type { EditorDocument, Position } from '../document/document.ts'

const GAP = 60
const GRID = 10

/** A new block between two that stand close: it follows the first, and all from the second on go to the right. */
export function withRoom(doc: EditorDocument, id: string, from: Position, to: Position): EditorDocument {
  const short = from.x + 2 * (BLOCK_WIDTH + GAP) - to.x
  const at = doc.layout.nodes[id]
  if (!at || short <= 0 || to.x < from.x + BLOCK_WIDTH) return doc
  const by = Math.ceil(short / GRID) * GRID
  const shifted = <T extends Position>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([key, p]) => [key, p.x >= to.x ? { ...p, x: p.x + by } : p]))
  const nodes = { ...shifted(doc.layout.nodes), [id]: { x: from.x + BLOCK_WIDTH + GAP, y: at.y } }
  const layout = { ...doc.layout, nodes, ...(doc.layout.notes && { notes: shifted(doc.layout.notes) }) }
  return { ...doc, layout }
}
