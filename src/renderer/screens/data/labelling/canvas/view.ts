/** The part of the image that is visible: a scale, and the place of the image's origin on the stage. */
import type { Bounds, ImageSize, Point } from '../outline/outline.ts'

export interface View {
  /** CSS pixels for each pixel of the image. */
  scale: number
  /** The left and top edge of the image on the stage, CSS pixels. */
  x: number
  y: number
}

const MARGIN_PX = 16
export const MAX_SCALE = 64
/** Zooming out ends when the image has this share of the size at which it fits. */
const LEAST_SHARE = 0.25

export const toStage = ({ scale, x, y }: View, p: Point): Point => ({ x: p.x * scale + x, y: p.y * scale + y })

export const toImage = ({ scale, x, y }: View, p: Point): Point => ({ x: (p.x - x) / scale, y: (p.y - y) / scale })

const sizeOf = (b: Bounds): ImageSize => ({ width: b.maxX - b.minX, height: b.maxY - b.minY })

/** Returns the view that shows the bounds as large as possible, centred. */
export function viewOf(bounds: Bounds, stage: ImageSize, margin = MARGIN_PX): View {
  const { width, height } = sizeOf(bounds)
  const room = { width: Math.max(1, stage.width - 2 * margin), height: Math.max(1, stage.height - 2 * margin) }
  const scale = Math.min(MAX_SCALE, room.width / Math.max(1e-6, width), room.height / Math.max(1e-6, height))
  return {
    scale,
    x: (stage.width - width * scale) / 2 - bounds.minX * scale,
    y: (stage.height - height * scale) / 2 - bounds.minY * scale,
  }
}

export const fitView = (image: ImageSize, stage: ImageSize): View =>
  viewOf({ minX: 0, minY: 0, maxX: image.width, maxY: image.height }, stage)

/** Returns the view after zooming by a factor; the point of the image at `at` on the stage stays in its place. */
export function zoomedAt(view: View, at: Point, factor: number, image: ImageSize, stage: ImageSize): View {
  const least = Math.min(1, fitView(image, stage).scale) * LEAST_SHARE
  const scale = Math.min(MAX_SCALE, Math.max(least, view.scale * factor))
  const share = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share }
}

/** Returns the view moved on the stage; part of the image always remains visible. */
export function panned(view: View, by: Point, image: ImageSize, stage: ImageSize): View {
  const kept = (start: number, length: number, room: number) => {
    const least = Math.min(48, length / 2)
    return Math.min(room - least, Math.max(least - length, start))
  }
  return {
    scale: view.scale,
    x: kept(view.x + by.x, image.width * view.scale, stage.width),
    y: kept(view.y + by.y, image.height * view.scale, stage.height),
  }
}

/** The bounds of the image that the stage shows. */
export function visibleBounds(view: View, stage: ImageSize): Bounds {
  const from = toImage(view, { x: 0, y: 0 })
  const to = toImage(view, { x: stage.width, y: stage.height })
  return { minX: from.x, minY: from.y, maxX: to.x, maxY: to.y }
}
