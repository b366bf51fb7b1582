/** The grid of dots behind the blocks. It is moved as a picture of its own: nothing is painted anew while one pans. */
import { useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import classes from './canvas.module.css'

/** Between two dots, in canvas pixels; also what blocks snap to, twice over. */
const GAP = 20
const RADIUS = 0.6
/** Closer together, dots would only be grey; every second one is left out. */
const CLOSEST = 13
/** How far the grid reaches beyond the canvas, more than any step. */
const MARGIN = 80

export function Dots() {
  const flow = useStoreApi()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let shown: readonly number[] | null = null
    const follow = () => {
      const { transform } = flow.getState()
      if (transform === shown || !element.current) return
      const [x, y, zoom] = transform
      const { style } = element.current
      const step = stepAt(zoom)
      if (zoom !== shown?.[2]) {
        style.backgroundSize = `${step}px ${step}px`
        style.setProperty('--dot', `${Math.max(0.5, RADIUS * zoom)}px`)
      }
      style.transform = `translate(${shift(x, step)}px, ${shift(y, step)}px)`
      shown = transform
    }
    follow()
    return flow.subscribe(follow)
  }, [flow])
  return <div ref={element} className={classes.dots} style={{ inset: -MARGIN }} aria-hidden />
}

function stepAt(zoom: number): number {
  let step = GAP * zoom
  while (step < CLOSEST) step *= 2
  return step
}

/** A dot stands in the middle of its tile; it belongs on the canvas' origin. */
const shift = (at: number, step: number) => (at + MARGIN - step / 2) % step
