/** Moving the view: what toolbar, palette, problems and shortcuts need of React Flow. */
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { Position } from '../document/document.ts'
import { BLOCK_WIDTH } from './block-size.ts'
import type { CanvasEdge, CanvasNode } from './canvas-store.ts'

export interface Camera {
  /** Canvas position of a point on the screen. */
  toCanvas(screen: Position): Position
  /** The middle of what is visible, in canvas pixels. */
  centre(): Position
  /** Screen position of the middle of the canvas. */
  screenCentre(): Position
  fit(): void
  /** Brings these nodes, notes and frames into view, as large as that allows. */
  fitTo(ids: readonly string[]): void
  zoomIn(): void
  zoomOut(): void
  /** Brings a node to the middle. */
  show(nodeId: string): void
  /** Last seen size of a node, if it was on the screen. */
  sizeOf(nodeId: string): { width: number; height: number } | null
}

/** Quick, or at once where motion is not wanted. */
const quick = () => ({ duration: window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : 200 })
export const FIT = { padding: 0.08, maxZoom: 1.1, minZoom: 0.1 }

export function useCamera(): Camera {
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const store = useStoreApi<CanvasNode, CanvasEdge>()
  return useMemo(() => {
    const screenCentre = () => {
      const box = store.getState().domNode?.getBoundingClientRect()
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 }
    }
    return {
      toCanvas: (screen) => flow.screenToFlowPosition(screen, { snapToGrid: false }),
      screenCentre,
      centre: () => flow.screenToFlowPosition(screenCentre(), { snapToGrid: false }),
      fit: () => void flow.fitView({ ...FIT, ...quick() }),
      fitTo: (ids) => void flow.fitView({ ...FIT, padding: 0.2, ...quick(), nodes: ids.map((id) => ({ id })) }),
      zoomIn: () => void flow.zoomIn(quick()),
      zoomOut: () => void flow.zoomOut(quick()),
      show: (nodeId) => {
        const found = flow.getNode(nodeId)
        const folded = (n: CanvasNode) => n.type === 'frame' && n.data.frame.members.includes(nodeId)
        // A block in a collapsed group is where the group is.
        const node = found?.hidden ? flow.getNodes().find(folded) : found
        if (!node) return
        const { width = BLOCK_WIDTH, height = 60 } = node.measured ?? {}
        const zoom = Math.max(flow.getZoom(), 0.75)
        void flow.setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom, ...quick() })
      },
      sizeOf: (nodeId) => {
        const { width, height } = flow.getNode(nodeId)?.measured ?? {}
        return width !== undefined && height !== undefined ? { width, height } : null
      },
    }
  }, [flow, store])
}
