/** Computes the viewport that fits everything: the largest zoom with no block under the minimap or the zoom buttons. */
import { type FitViewOptions, getViewportForBounds, type Rect, type Viewport } from '@xyflow/react'

type Padding = NonNullable<FitViewOptions['padding']>

/** Minimum zooms: of a workflow that would fit at a larger one, and of any workflow. */
const MIN_ZOOM = 0.08
const ABSOLUTE_MIN_ZOOM = 0.002

export const FIT = { padding: 0.08, maxZoom: 1.1, minZoom: ABSOLUTE_MIN_ZOOM }
/** Distance between a block and floating elements above the canvas, in screen pixels. */
const GAP = 12

export interface Room {
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
