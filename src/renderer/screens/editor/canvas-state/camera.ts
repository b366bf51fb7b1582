/**
 * Moves the viewport: the subset of React Flow used by toolbar, palette, problems and shortcuts. To fit everything takes
 * the largest zoom with no block under the minimap or the zoom buttons.
 */
import {
  type FitViewOptions,
  getViewportForBounds,
  type Rect,
  useReactFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react'
import { useMemo } from 'react'
import { BLOCK_WIDTH, FIGURES, type Position } from '../../../parts/workflow/document/document.ts'
import type { CanvasEdge, CanvasNode } from './canvas-store.ts'

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

type Padding = NonNullable<FitViewOptions['padding']>

/** Minimum zooms: of a workflow that would fit at a larger one, and of any workflow. */
const MIN_ZOOM = 0.08
const ABSOLUTE_MIN_ZOOM = 0.002

const FIT = { padding: 0.08, maxZoom: 1.1, minZoom: ABSOLUTE_MIN_ZOOM }
/** Distance between a block and floating elements above the canvas, in screen pixels. */
const GAP = 12

interface Room {
  width: number
  height: number
}

/** `blocks` are in canvas pixels; `floating` are the elements above the canvas, in pixels from its top left. */
export function fittedView(blocks: readonly Rect[], room: Room, floating: readonly Rect[]): Viewport {
  const left = Math.min(...blocks.map((b) => b.x))
  const top = Math.min(...blocks.map((b) => b.y))
  const bounds = {
    x: left,
    y: top,
    width: Math.max(...blocks.map((b) => b.x + b.width)) - left,
    height: Math.max(...blocks.map((b) => b.y + b.height)) - top,
  }
  const view = (padding: Padding) =>
    getViewportForBounds(bounds, room.width, room.height, FIT.minZoom, FIT.maxZoom, padding)
  const clear = (view: Viewport) => isClear(view, blocks, floating)

  const all = view(FIT.padding)
  if (clear(all)) return all
  const above = view(leaving({ bottom: room.height - Math.min(...floating.map((f) => f.y)) }, room))
  const beside = view(leaving({ right: room.width - Math.max(...floating.map((f) => f.x)) }, room))
  return beside.zoom > above.zoom && clear(beside) ? beside : above
}

/** Returns the minimum zoom, at which everything is in view with some margin. `blocks` are in canvas pixels. */
export function minZoomOf(blocks: readonly Rect[], room: Room): number {
  if (blocks.length === 0 || room.width === 0 || room.height === 0) return MIN_ZOOM
  const span = (at: 'x' | 'y', size: 'width' | 'height') =>
    Math.max(...blocks.map((b) => b[at] + b[size])) - Math.min(...blocks.map((b) => b[at]))
  const fitting = Math.min(room.width / span('x', 'width'), room.height / span('y', 'height'))
  // In steps of a tenth, so that an edit at the edge of the workflow seldom changes it.
  const step = 0.9 ** Math.ceil(Math.log(fitting * 0.7) / Math.log(0.9))
  return Math.max(ABSOLUTE_MIN_ZOOM, Math.min(MIN_ZOOM, step))
}

const isClear = ({ x, y, zoom }: Viewport, blocks: readonly Rect[], floating: readonly Rect[]): boolean =>
  !blocks.some((block) => floating.some((above) => overlap(onScreen(block, x, y, zoom), above)))

/** True when all of these blocks are fully visible. */
export const showsAll = (view: Viewport, blocks: readonly Rect[], room: Room, floating: readonly Rect[]): boolean =>
  isClear(view, blocks, floating) &&
  blocks.every(({ x, y, width, height }) => {
    const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y]
    return left >= 0 && top >= 0 && left + width * view.zoom <= room.width && top + height * view.zoom <= room.height
  })

/** Returns the usual padding, extended on one side by the space taken there. */
function leaving(taken: { bottom?: number; right?: number }, { width, height }: Room): Padding {
  const usual = { x: (width * FIT.padding) / 2, y: (height * FIT.padding) / 2 }
  const px = (usualHere: number, takenHere = 0): `${number}px` => `${Math.max(usualHere, takenHere + GAP)}px`
  return {
    top: px(usual.y),
    left: px(usual.x),
    bottom: px(usual.y, taken.bottom),
    right: px(usual.x, taken.right),
  }
}

const onScreen = ({ x, y, width, height }: Rect, dx: number, dy: number, zoom: number): Rect => ({
  x: x * zoom + dx - GAP / 2,
  y: y * zoom + dy - GAP / 2,
  width: width * zoom + GAP,
  height: height * zoom + GAP,
})

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
