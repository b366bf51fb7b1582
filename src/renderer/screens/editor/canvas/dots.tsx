/** The dot grid behind the blocks, on its own layer: panning moves it without repainting. */
import { useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import classes from './canvas.module.css'

/** Distance between dots, in canvas pixels; twice the snap grid of blocks. */
const GAP = 20
const RADIUS = 0.6
/** Minimum distance on the screen: denser dots would merge into grey, so every second one is omitted. */
const CLOSEST = 13
/** Margin of the grid beyond the canvas; larger than any step. */
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

/** A dot is drawn in the centre of its pattern cell, but must coincide with the canvas origin. */
const shift = (at: number, step: number) => (at + MARGIN - step / 2) % step
