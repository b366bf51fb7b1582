/** Positions the tour's card beside its target and fully on the screen. Units: client pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface Size {
  width: number
  height: number
}

const GAP = 14
const EDGE = 12
/** Width of the navigation rail on the left. */
const RAIL = 52

/** Returns the first side where the card leaves the target free: below, right, left, above; else the lower left. */
export function placeCard(target: Box | null, card: Size, view: Size): { x: number; y: number } {
  const whole = ({ x, y }: { x: number; y: number }) => ({
    x: Math.max(EDGE, Math.min(x, view.width - card.width - EDGE)),
    y: Math.max(EDGE, Math.min(y, view.height - card.height - EDGE)),
  })
  const corner = whole({ x: RAIL + EDGE, y: view.height })
  if (!target) return corner
  const { x, y, width, height } = target
  const sides = [
    { x, y: y + height + GAP },
    { x: x + width + GAP, y },
    { x: x - GAP - card.width, y },
    { x, y: y - GAP - card.height },
  ].map(whole)
  const clear = (at: { x: number; y: number }) =>
    at.x >= x + width || at.x + card.width <= x || at.y >= y + height || at.y + card.height <= y
  return sides.find(clear) ?? corner
}
