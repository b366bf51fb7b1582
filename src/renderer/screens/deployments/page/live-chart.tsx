/** A chart of the last minutes. Its caption has the current figures. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatRate } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'
import { type LivePoint, RECORDED_S } from './use-live-figures.ts'

const words = texts.deployments.live
const HEIGHT = 130

export interface LiveSeries {
  label: string
  /** The current value. */
  now: string
  pick: (point: LivePoint) => number | null
  dashed?: boolean
}

interface LiveChartProps {
  title: string
  points: readonly LivePoint[]
  /** Stable across renders. */
  series: readonly LiveSeries[]
}

export function LiveChart({ title, points, series }: LiveChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const scheme = useComputedColorScheme('dark')
  const count = series.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the page
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = new uPlot(optionsOf(element, count), [[], ...Array.from({ length: count }, () => [])], element)
    plot.current = made
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      plot.current = null
      made.destroy()
    }
  }, [scheme, count])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme makes another chart
  useEffect(() => {
    const last = points.at(-1)?.at ?? 0
    const times = points.map(({ at }) => (at - last) / 1000)
    plot.current?.setData([times, ...series.map(({ pick }) => points.map(pick))])
  }, [points, series, scheme])

  return (
    <figure className={classes.chart}>
      <figcaption>
        <b>{title}</b>
        {series.map(({ label, now, dashed }) => (
          <span key={label}>
            <i data-dashed={dashed || undefined} aria-hidden="true" />
            {label !== title && `${label} `}
            <strong>{now}</strong>
          </span>
        ))}
      </figcaption>
      <div ref={box} aria-hidden="true" style={{ height: HEIGHT }} />
    </figure>
  )
}

const DASH = [5, 4]

function optionsOf(element: HTMLElement, count: number): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--sl-dim'),
    font: `11px ${style.fontFamily}`,
    ticks: { show: false },
    grid: { stroke: color('--sl-line'), width: 1 },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-RECORDED_S, 0] },
      y: { range: (_plot, _low, high) => [0, Math.max(1, (high ?? 0) * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 22,
        space: 50,
        incrs: [60],
        values: (_plot, ticks) => ticks.map((s) => (s === 0 ? words.now : words.minutesAgo(Math.round(-s / 60)))),
      },
      { ...axis, size: 44, space: 32, values: (_plot, ticks) => ticks.map(formatRate) },
    ],
    series: [
      {},
      ...Array.from({ length: count }, (_, i) => ({
        stroke: color('--sl-accent'),
        width: 1.75,
        points: { show: false },
        ...(i > 0 && { dash: DASH }),
      })),
    ],
  }
}
