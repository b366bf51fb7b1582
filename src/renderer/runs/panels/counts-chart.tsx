/** Running counts over media time; a click goes to that moment in the video. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDuration } from '../../ui/format.ts'
import type { Cumulative } from '../events/cumulative.ts'
import type { Playback } from '../player/playback.ts'
import classes from './counts-chart.module.css'

const STROKES = ['#7d93fb', '#f2a33c', '#5cc26f', '#e8637a', '#3fc1c0', '#c58ee8', '#d9c33f', '#8aa4b8'] as const
const HEIGHT = 168

interface CountsChartProps {
  counts: Cumulative
  playback: Playback
  /** A click at a time, and how far beside it is meant too. */
  onPick?: (timeS: number, withinS: number) => void
}

/** A click so near to a step means the count that made it. */
const REACH_PX = 8

export function CountsChart({ counts, playback, onPick }: CountsChartProps) {
  const picked = useRef(onPick)
  picked.current = onPick
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => counts.series.slice(0, STROKES.length), [counts])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the page
  useEffect(() => {
    const element = box.current
    if (!element) return
    const style = getComputedStyle(element)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const axis = {
      stroke: color('--sl-dim'),
      font: `11px ${style.fontFamily}`,
      grid: { stroke: color('--sl-line'), width: 1 },
      ticks: { show: false },
    }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        padding: [10, 14, 0, 0],
        cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_u, _low, high) => [0, Math.max(1, high * 1.08)] } },
        axes: [
          { ...axis, size: 24, space: 64, values: (_u, ticks) => ticks.map(formatDuration) },
          { ...axis, size: 40, space: 28, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 5e4, 1e5] },
        ],
        series: [
          {},
          ...shown.map((s, i) => ({
            label: s.label,
            stroke: STROKES[i] as string,
            width: 1.75,
            points: { show: false },
            paths: uPlot.paths.stepped?.({ align: 1 }) as uPlot.Series.PathBuilder,
          })),
        ],
      },
      [counts.times, ...shown.map((s) => s.values)],
      element,
    )
    const onClick = () => {
      const { left } = plot.cursor
      if (left === undefined || left < 0) return
      const timeS = plot.posToVal(left, 'x')
      if (picked.current) picked.current(timeS, plot.posToVal(left + REACH_PX, 'x') - timeS)
      else playback.seek(timeS)
    }
    plot.over.addEventListener('click', onClick)
    // A line of its own: redrawing the whole chart at every frame of the video would cost too much.
    const now = document.createElement('div')
    now.className = classes.now as string
    plot.over.append(now)
    const moveNow = () => {
      const x = plot.valToPos(playback.getTime(), 'x')
      now.style.transform = `translateX(${Math.round(x)}px)`
    }
    moveNow()
    const stop = playback.subscribe(moveNow)
    const resize = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT })
      moveNow()
    })
    resize.observe(element)
    return () => {
      stop()
      resize.disconnect()
      plot.destroy()
    }
  }, [counts, shown, playback, scheme])

  return (
    <figure className={classes.chart} aria-label="Counts over time">
      <figcaption>
        {shown.map((s, i) => (
          <span key={s.label}>
            <i style={{ background: STROKES[i] }} aria-hidden="true" />
            {s.label}
          </span>
        ))}
        {counts.series.length > shown.length && (
          <span>and {counts.series.length - shown.length} more in the table</span>
        )}
      </figcaption>
      <div ref={box} />
    </figure>
  )
}
