/** A lane drawn on a canvas instead of built from elements, because it may have as many marks as pixels. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import classes from './timeline.module.css'
import type { PaintLane } from './timeline-lane.ts'

export function LaneCanvas({ paint, duration }: { paint: PaintLane; duration: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => ({ paint, duration, scheme }), [paint, duration, scheme])
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const draw = () => {
      const ratio = window.devicePixelRatio || 1
      const [width, height] = [element.clientWidth, element.clientHeight]
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      context.scale(ratio, ratio)
      const style = getComputedStyle(element)
      const color = (name: string) => style.getPropertyValue(`--sl-${name}`).trim()
      shown.paint(context, { width, height, durationS: shown.duration, color })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [shown])
  return <canvas ref={canvas} className={classes.art} />
}
