/** Writes selections made on the canvas to the document store, and from there back to React Flow. */
import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useMemo } from 'react'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import { useSession } from '../session/editor-context.ts'

export function useCanvasSelection() {
  const { documents } = useSession()
  return useMemo(() => {
    const after = (ids: readonly string[], changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[]) => {
      const chosen = new Set(ids)
      for (const c of changes) {
        if (c.type !== 'select') continue
        if (c.selected) chosen.add(c.id)
        else chosen.delete(c.id)
      }
      return [...chosen]
    }
    return {
      nodes: (changes: NodeChange<CanvasNode>[]) => {
        const { selection, select } = documents.getState()
        if (changes.some((c) => c.type === 'select')) select({ ...selection, nodes: after(selection.nodes, changes) })
      },
      edges: (changes: EdgeChange<CanvasEdge>[]) => {
        const { selection, select } = documents.getState()
        if (changes.some((c) => c.type === 'select')) select({ ...selection, edges: after(selection.edges, changes) })
      },
    }
  }, [documents])
}
