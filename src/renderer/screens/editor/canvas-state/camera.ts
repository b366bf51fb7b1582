/** Moves the viewport: the subset of React Flow used by toolbar, palette, problems and shortcuts. */
import { type Rect, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useMemo } from 'react'
import { BLOCK_WIDTH, FIGURES } from '../../../parts/workflow/document/block-size.ts'
import type { Position } from '../../../parts/workflow/document/document.ts'
import type { CanvasEdge, CanvasNode } from './canvas-store.ts'
import { FIT, fittedView, type Room, showsAll } from './fit.ts'

/** Approximate height of a block's head. */
const HEAD = 60

export interface Camera {
  /** Returns the canvas position of a point on the screen. */
  toCanvas(screen: Position): Position
  /** Returns the centre of the visible area, in canvas pixels. */
  centre(): Position
  /** Returns the screen position of the centre of the canvas. */
  screenCentre(): Position
  /** Fits everything into view; `still` skips the animation. */
  fit(still?: 'still'): void
  /** True while the viewport is where the last fit put it. */
  isFitted(): boolean
  /** True when every block, note and group is in view and uncovered. */
  seesAll(): boolean
  /** Fits these nodes, notes and groups into view at the largest possible zoom. */
  fitTo(ids: readonly string[]): void
  zoomIn(): void
  zoomOut(): void
  /** Centres a node. */
  show(nodeId: string): void
  /** Centres a position of the canvas if it is out of view. */
  reveal(place: Position): void
  /** Returns the last measured size of a node, if it has been rendered. */
  sizeOf(nodeId: string): { width: number; height: number } | null
}

/** Short animation, or none with reduced motion. */
const quick = () => ({ duration: window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : 200 })
/** Elements that float above the canvas and would cover blocks. */
const FLOATING = '[data-floating], .react-flow__minimap'

const same = (a: Viewport, b: Viewport) =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001

/** A run adds figures below a block, which must be in view too. */
const boxOf = ({ type, position, measured, width, height }: CanvasNode) => ({
  ...position,
  width: measured?.width ?? width ?? BLOCK_WIDTH,
  height: (measured?.height ?? height ?? HEAD) + (type === 'block' ? FIGURES : 0),
})

/** Returns the size of the canvas, and the floating elements in pixels from its top left. */
function roomIn(canvas: HTMLElement): [room: Room, floating: Rect[]] {
  const { width, height, left, top } = canvas.getBoundingClientRect()
  const floating = [...canvas.querySelectorAll(FLOATING)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .map((box) => ({ x: box.x - left, y: box.y - top, width: box.width, height: box.height }))
  return [{ width, height }, floating]
}

export function useCamera(): Camera {
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const store = useStoreApi<CanvasNode, CanvasEdge>()
  return useMemo(() => {
    let fitted: Viewport | null = null
    const shown = () => flow.getNodes().filter((node) => !node.hidden)
    const screenCentre = () => {
      const box = store.getState().domNode?.getBoundingClientRect()
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 }
    }
    return {
      toCanvas: (screen) => flow.screenToFlowPosition(screen, { snapToGrid: false }),
      screenCentre,
      centre: () => flow.screenToFlowPosition(screenCentre(), { snapToGrid: false }),
      fit: (still) => {
        const canvas = store.getState().domNode?.parentElement
        const blocks = shown()
        if (!canvas || blocks.length === 0) return
        fitted = fittedView(blocks.map(boxOf), ...roomIn(canvas))
        void flow.setViewport(fitted, still ? undefined : quick())
      },
      isFitted: () => fitted !== null && same(fitted, flow.getViewport()),
      seesAll: () => {
        const canvas = store.getState().domNode?.parentElement
        return !canvas || showsAll(flow.getViewport(), shown().map(boxOf), ...roomIn(canvas))
      },
      fitTo: (ids) => void flow.fitView({ ...FIT, padding: 0.2, ...quick(), nodes: ids.map((id) => ({ id })) }),
      zoomIn: () => void flow.zoomIn(quick()),
      zoomOut: () => void flow.zoomOut(quick()),
      show: (nodeId) => {
        const found = flow.getNode(nodeId)
        const folded = (n: CanvasNode) => n.type === 'blockGroup' && n.data.group.members.includes(nodeId)
        // A block in a collapsed group is located at the group.
        const node = found?.hidden ? flow.getNodes().find(folded) : found
        if (!node) return
        const { width = BLOCK_WIDTH, height = HEAD } = node.measured ?? {}
        const zoom = Math.max(flow.getZoom(), 0.75)
        void flow.setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom, ...quick() })
      },
      reveal: (place) => {
        const box = store.getState().domNode?.getBoundingClientRect()
        if (!box) return
        const { x, y } = flow.flowToScreenPosition(place)
        const [right, bottom] = [x + BLOCK_WIDTH * flow.getZoom(), y + HEAD * flow.getZoom()]
        if (x >= box.left && y >= box.top && right <= box.right && bottom <= box.bottom) return
        void flow.setCenter(place.x + BLOCK_WIDTH / 2, place.y + HEAD / 2, { zoom: flow.getZoom(), ...quick() })
      },
      sizeOf: (nodeId) => {
        const { width, height } = flow.getNode(nodeId)?.measured ?? {}
        return width !== undefined && height !== undefined ? { width, height } : null
      },
    }
  }, [flow, store])
}
