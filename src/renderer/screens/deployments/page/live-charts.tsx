/** Throughput and latency of a deployment over the last minutes. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import type { DeploymentMetrics } from '../../../../shared/api/deployments.ts'
import { formatDecimal, formatRate } from '../../../base/format/format.ts'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'
import 'uplot/dist/uPlot.min.css'
import { useMetrics } from '../deployment-status.tsx'

const words = texts.deployments.live

interface LiveChartsProps {
  /** Null while the deployment is not active. */
  now: DeploymentMetrics | null
  points: readonly LivePoint[]
}

export function LiveCharts({ now, points }: LiveChartsProps) {
  const throughput = useMemo((): LiveSeries[] => {
    const rate = now ? words.perSecond(formatDecimal(now.requests_per_second, 2)) : '–'
    return [{ label: words.throughput, now: rate, pick: (point) => point.requestsPerSecond }]
  }, [now])
  const latency = useMemo((): LiveSeries[] => {
    const text = (ms: number | undefined) => (ms === undefined ? '–' : words.ms(formatDecimal(ms, 0)))
    return [
      { label: words.p50, now: text(now?.latency_ms?.p50), pick: ({ p50 }) => p50 },
      { label: words.p95, now: text(now?.latency_ms?.p95), pick: ({ p95 }) => p95, dashed: true },
    ]
  }, [now])
  return (
    <Section title={words.title}>
      <LiveChart title={words.throughput} points={points} series={throughput} />
      <LiveChart title={words.latency} points={points} series={latency} />
      <p className={classes.dim}>
        {now
          ? `${words.requests(now.requests, now.failed, now.window_seconds)} · ${words.queued(now.queued)}`
          : '\u00a0'}
      </p>
    </Section>
  )
}

const HEIGHT = 130

interface LiveSeries {
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

/** A chart of the last minutes. Its caption has the current figures. */
function LiveChart({ title, points, series }: LiveChartProps) {
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

const EVERY_MS = 2_000
/** Length of the charts. */
const RECORDED_S = 300

interface LivePoint {
  /** Milliseconds since 1970. */
  at: number
  requestsPerSecond: number
  /** Milliseconds; null without requests. */
  p50: number | null
  p95: number | null
}

/** Records the live figures while the page is open. Points are oldest first; those before a pause are kept. */
export function useLiveFigures(id: string, isActive: boolean): { now: DeploymentMetrics | null; points: LivePoint[] } {
  const now = useMetrics(id, isActive, EVERY_MS)
  const [points, setPoints] = useState<LivePoint[]>([])
  useEffect(() => {
    if (!now) return
    const at = Date.now()
    const { requests_per_second: requestsPerSecond, latency_ms } = now
    const point = { at, requestsPerSecond, p50: latency_ms?.p50 ?? null, p95: latency_ms?.p95 ?? null }
    setPoints((all) => [...all.filter((old) => old.at > at - RECORDED_S * 1000), point])
  }, [now])
  return { now, points }
}
