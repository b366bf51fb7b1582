/** Aligns, distributes and arranges the selection. */
import { type Alignment, align, type Boxes, type Spread, spread } from '../../../parts/workflow/arrange/align.ts'
import { aroundKept } from '../../../parts/workflow/arrange/around-kept.ts'
import { arrangeAnywhere } from '../../../parts/workflow/arrange/arrange-anywhere.ts'
import { blockSize, reservedSize } from '../../../parts/workflow/document/block-size.ts'
import { type EditorDocument, findNode, type Position } from '../../../parts/workflow/document/document.ts'
import type { Camera } from '../canvas-state/camera.ts'
import type { EditorSession } from './session.ts'

export interface PlacingActions {
  /** Arranges several selected blocks among themselves, else all blocks. */
  arrange(): Promise<void>
  /** Arranges all but the selected blocks, which keep their positions. */
  arrangeOthers(): Promise<void>
  align(to: Alignment): void
  spread(along: Spread): void
}

/** Ids of all selectable items: nodes, notes, groups. */
export const itemIds = ({ graph, layout }: EditorDocument): string[] => [
  ...graph.nodes.map((n) => n.id),
  ...Object.keys(layout.notes ?? {}),
  ...Object.keys(layout.frames ?? {}),
]

/** Returns the nodes and notes that move with these items: a group moves its members. */
export const movable = ({ layout }: EditorDocument, ids: readonly string[]): string[] => [
  ...new Set(ids.flatMap((id) => layout.frames?.[id]?.members ?? [id])),
]

const cornerOf = (all: readonly Position[]): Position => ({
  x: Math.min(...all.map((p) => p.x)),
  y: Math.min(...all.map((p) => p.y)),
})

export function createPlacingActions({ documents }: EditorSession, camera: Camera): PlacingActions {
  function boxes(): Boxes {
    const { doc, selection } = documents.getState()
    return Object.fromEntries(
      movable(doc, selection.nodes).flatMap((id) => {
        const note = doc.layout.notes?.[id]
        if (note) return [[id, note] as const]
        const [node, place] = [findNode(doc.graph, id), doc.layout.nodes[id]]
        return node && place ? [[id, { ...place, ...(camera.sizeOf(id) ?? blockSize(node.type)) }] as const] : []
      }),
    )
  }
  const move = (positions: Record<string, { x: number; y: number }>) =>
    documents.getState().run({ type: 'move', positions, how: 'align' })
  return {
    arrange: async () => {
      const before = documents.getState().doc
      const chosen = new Set(movable(before, documents.getState().selection.nodes))
      const part = before.graph.nodes.filter((n) => chosen.has(n.id))
      // Several selected blocks are arranged among themselves; manual positions around them stay.
      const nodes = part.length > 1 ? part : before.graph.nodes
      if (nodes.length === 0) return
      const ids = new Set(nodes.map((n) => n.id))
      const placed = await arrangeAnywhere({
        nodes: nodes.map((n) => ({ id: n.id, ...reservedSize(n.type) })),
        edges: before.graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
      })
      if (documents.getState().doc.graph.nodes !== before.graph.nodes) return
      const by = part.length > 1 ? cornerOf(nodes.flatMap((n) => before.layout.nodes[n.id] ?? [])) : { x: 0, y: 0 }
      const from = cornerOf(Object.values(placed))
      const shift = part.length > 1 ? { x: by.x - from.x, y: by.y - from.y } : by
      const positions = Object.fromEntries(
        Object.entries(placed).map(([id, p]) => [id, { x: p.x + shift.x, y: p.y + shift.y }]),
      )
      documents.getState().run({ type: 'move', positions, how: 'arrange' })
      if (part.length <= 1) requestAnimationFrame(() => camera.fit())
    },

    arrangeOthers: async () => {
      const before = documents.getState().doc
      const chosen = new Set(movable(before, documents.getState().selection.nodes))
      const blocks = before.graph.nodes.map((n) => ({ id: n.id, ...reservedSize(n.type) }))
      const placed = await arrangeAnywhere({ nodes: blocks, edges: before.graph.edges })
      if (documents.getState().doc.graph.nodes !== before.graph.nodes) return
      const kept = Object.fromEntries(Object.entries(before.layout.nodes).filter(([id]) => chosen.has(id)))
      const arranged = blocks.map((block) => ({ ...block, at: placed[block.id] ?? { x: 0, y: 0 } }))
      documents.getState().run({ type: 'move', positions: aroundKept(arranged, kept), how: 'arrange' })
    },

    align: (to) => move(align(boxes(), to)),
    spread: (along) => move(spread(boxes(), along)),
  }
}
