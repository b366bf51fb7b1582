/** Zoom and pan of a frame in its stage. Screen points are in CSS pixels from the stage's top left. */
import type { Point, Size } from '../../../../shared/domain/geometry.ts'

/** The frame point in the middle of the stage, as fractions of the frame, and the zoom relative to the fitted size. */
export interface View {
  zoom: number
  x: number
  y: number
}

export const WHOLE: View = { zoom: 1, x: 0.5, y: 0.5 }
export const MAX_ZOOM = 16
/** The largest automatic zoom: the surroundings stay visible. */
const CLOSE_ZOOM = 5
/** Share of the stage that the points fill. */
const ROOM = 0.5

/** Position and scale of the frame on the stage. */
export interface Placement {
  left: number
  top: number
  /** CSS pixels per frame pixel. */
  scale: number
}

export function place(view: View, stage: Size, frame: Size): Placement {
  const fitted = Math.min(stage.width / frame.width, stage.height / frame.height)
  const scale = fitted * view.zoom
  return {
    left: stage.width / 2 - view.x * frame.width * scale,
    top: stage.height / 2 - view.y * frame.height * scale,
    scale,
  }
}

export const toScreen = ({ left, top, scale }: Placement, x: number, y: number): Point => ({
  x: left + x * scale,
  y: top + y * scale,
})

/** Zooms around a point of the stage, which keeps its position. */
export function zoomAt(view: View, factor: number, at: Point, stage: Size, frame: Size): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor))
  const before = place(view, stage, frame)
  const fx = (at.x - before.left) / before.scale / frame.width
  const fy = (at.y - before.top) / before.scale / frame.height
  const after = place({ ...view, zoom }, stage, frame)
  return inside(
    {
      zoom,
      x: fx + (stage.width / 2 - at.x) / (after.scale * frame.width),
      y: fy + (stage.height / 2 - at.y) / (after.scale * frame.height),
    },
    stage,
    frame,
  )
}

/** Pans by a distance in CSS pixels. */
export function panBy(view: View, dx: number, dy: number, stage: Size, frame: Size): View {
  const { scale } = place(view, stage, frame)
  return inside(
    { ...view, x: view.x - dx / (scale * frame.width), y: view.y - dy / (scale * frame.height) },
    stage,
    frame,
  )
}

/** Clamps the view: no edge of the frame moves further inwards than necessary. */
function inside({ zoom, x, y }: View, stage: Size, frame: Size): View {
  const { scale } = place({ zoom, x, y }, stage, frame)
  const keep = (share: number, shown: number, whole: number) => {
    const half = shown / 2 / whole
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, share))
  }
  return {
    zoom,
    x: keep(x, stage.width, frame.width * scale),
    y: keep(y, stage.height, frame.height * scale),
  }
}

/** Returns the largest view that shows all points, given as fractions of the frame, with a margin. */
export function zoomToPoints(points: readonly Point[], stage: Size, frame: Size): View {
  const xs = points.map((p) => p.x)
  const ys = points.map((p) => p.y)
  if (points.length === 0) return WHOLE
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const fitted = Math.min(stage.width / frame.width, stage.height / frame.height)
  const across = (x2 - x1) * frame.width * fitted
  const down = (y2 - y1) * frame.height * fitted
  const zoom = Math.min(stage.width / Math.max(1, across), stage.height / Math.max(1, down)) * ROOM
  return inside({ zoom: Math.min(CLOSE_ZOOM, Math.max(1, zoom)), x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, stage, frame)
}
