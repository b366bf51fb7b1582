/** Moving the view: what toolbar, palette, problems and shortcuts need of React Flow. */
import { type Rect, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useMemo } from 'react'
import type { Position } from '../document/document.ts'
import { BLOCK_WIDTH, FIGURES } from './block-size.ts'
import type { CanvasEdge, CanvasNode } from './canvas-store.ts'
import { FIT, fittedView, type Room, showsAll } from './fit.ts'

/** About what a block's head takes. */
const HEAD = 60

export interface Camera {
  /** Canvas position of a point on the screen. */
  toCanvas(screen: Position): Position
  /** The middle of what is visible, in canvas pixels. */
  centre(): Position
  /** Screen position of the middle of the canvas. */
  screenCentre(): Position
  /** Shows everything; `still` without gliding there. */
  fit(still?: 'still'): void
  /** Whether the view is where the last fit put it. */
  isFitted(): boolean
  /** Whether every block, note and frame is in view, with nothing above it. */
  seesAll(): boolean
  /** Brings these nodes, notes and frames into view, as large as that allows. */
  fitTo(ids: readonly string[]): void
  zoomIn(): void
  zoomOut(): void
  /** Brings a node to the middle. */
  show(nodeId: string): void
  /** Brings a place of the canvas to the middle if it is out of view. */
  reveal(place: Position): void
  /** Last seen size of a node, if it was on the screen. */
  sizeOf(nodeId: string): { width: number; height: number } | null
}

/** Quick, or at once where motion is not wanted. */
const quick = () => ({ duration: window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : 200 })
/** What floats above the canvas and would cover blocks. */
const FLOATING = '[data-floating], .react-flow__minimap'

const same = (a: Viewport, b: Viewport) =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001

/** A run that starts adds figures below a block: they are to be in view too. */
const boxOf = ({ type, position, measured, width, height }: CanvasNode) => ({
  ...position,
  width: measured?.width ?? width ?? BLOCK_WIDTH,
  height: (measured?.height ?? height ?? HEAD) + (type === 'block' ? FIGURES : 0),
})

/** How large the canvas is, and what floats above it, in pixels from its top left. */
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
        const folded = (n: CanvasNode) => n.type === 'frame' && n.data.frame.members.includes(nodeId)
        // A block in a collapsed group is where the group is.
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
