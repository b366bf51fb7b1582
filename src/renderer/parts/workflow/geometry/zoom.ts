/** The zoom and pan of the frame as pure functions. */

export interface View {
  /** 1 fits the whole frame. */
  zoom: number
  /** Position of the frame's top left corner, as a fraction of the window; 0 at zoom 1, else negative. */
  x: number
  y: number
}

export const FIT: View = { zoom: 1, x: 0, y: 0 }
export const MAX_ZOOM = 12

/** Clamps the view so that the frame always covers the window. */
const kept = ({ zoom, x, y }: View): View => ({
  zoom,
  x: Math.min(0, Math.max(1 - zoom, x)),
  y: Math.min(0, Math.max(1 - zoom, y)),
})

/** Zooms so that the point at `at` (fractions of the window) stays in place. */
export function zoomedAt(view: View, at: { x: number; y: number }, factor: number): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor))
  const ratio = zoom / view.zoom
  return kept({ zoom, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio })
}

export const panned = (view: View, dx: number, dy: number): View => kept({ ...view, x: view.x + dx, y: view.y + dy })
