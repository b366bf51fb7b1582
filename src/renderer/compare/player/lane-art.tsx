/** One lane, drawn and not built of elements: there may be as many marks as pixels. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import timeline from '../../runs/timeline/timeline.module.css'
import classes from '../compare.module.css'
import { isDifference } from '../matching/match-events.ts'
import type { PairLane } from './pair-lanes.ts'

export function LaneArt({ lane, duration }: { lane: PairLane; duration: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => ({ lane, duration, scheme }), [lane, duration, scheme])
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
      const color = (name: string) => style.getPropertyValue(name).trim()
      paintLane(context, shown.lane, shown.duration, width, height, {
        middle: color('--sl-line-strong'),
        both: color('--sl-faint'),
        only: color('--sl-warn'),
      })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [shown])
  return <canvas ref={canvas} className={`${timeline.art} ${classes.art}`} />
}

/** A mark of both runs is a thin line through the middle; one of a single run is thick, with a head, on its own side. */
function paintLane(
  context: CanvasRenderingContext2D,
  { pairs }: PairLane,
  duration: number,
  width: number,
  height: number,
  color: { middle: string; both: string; only: string },
): void {
  const middle = height / 2
  const x = (timeS: number) => Math.min(width - 2, Math.max(1, (timeS / duration) * width))
  context.fillStyle = color.middle
  context.fillRect(0, middle - 0.5, width, 1)
  context.strokeStyle = color.both
  context.lineWidth = 1.25
  for (const { a, b } of pairs) {
    if (!a || !b) continue
    // Leans where one run has it later.
    context.beginPath()
    context.moveTo(x(a.timeS), 5)
    context.lineTo(x(a.timeS), middle - 1)
    context.lineTo(x(b.timeS), middle + 1)
    context.lineTo(x(b.timeS), height - 5)
    context.stroke()
  }
  context.fillStyle = color.only
  for (const pair of pairs) {
    if (!isDifference(pair)) continue
    const at = x(pair.timeS)
    const up = pair.a !== null
    context.fillRect(at - 1, up ? 4 : middle + 1, 2, middle - 5)
    context.beginPath()
    context.arc(at, up ? 4.5 : height - 4.5, 3, 0, 2 * Math.PI)
    context.fill()
  }
}
