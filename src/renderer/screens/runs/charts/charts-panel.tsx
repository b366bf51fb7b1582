/** The charts of a run, one at a time: counts, detections and zone occupancy over time. */
import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './charts.module.css'
import { countsOverTime, densityOverTime, type OverTime, occupancyOverTime, valueText } from './over-time.ts'
import 'uplot/dist/uPlot.min.css'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { contrastingColor } from '../../../base/ui/contrast-color.ts'
import type { Playback } from '../../../parts/run/player/playback.ts'

interface ChartsPanelProps {
  inspection: Inspection
  /** Called with a time and a tolerance around it. */
  onPick: (timeS: number, withinS: number) => void
}

export function ChartsPanel({ inspection, onPick }: ChartsPanelProps) {
  const { settledEvents: events, frames, scene, duration, playback, land } = inspection
  const colorOf = useClassColor()
  const [chosen, setChosen] = useState<string | null>(null)
  const counts = useMemo(() => countsOverTime(events.items, scene, duration), [events, scene, duration])
  const density = useMemo(() => densityOverTime(frames.index, duration, colorOf), [frames, duration, colorOf])
  const occupancy = useMemo(() => occupancyOverTime(events.items, scene, duration), [events, scene, duration])
  const charts = [counts, density, occupancy].filter(({ series }) => series.length > 0)
  const shown: OverTime | undefined = charts.find(({ kind }) => kind === chosen) ?? charts[0]
  if (!shown) return null
  return (
    <figure className={classes.chart} aria-label={texts.runs.charts.titles[shown.kind]}>
      {charts.length > 1 && (
        <SegmentedControl
          className={classes.which}
          aria-label={texts.runs.charts.which}
          data={charts.map(({ kind }) => ({ value: kind, label: texts.runs.charts.names[kind] }))}
          value={shown.kind}
          onChange={setChosen}
        />
      )}
      <TimeChart key={shown.kind} chart={shown} playback={playback} onPick={shown.kind === 'density' ? land : onPick} />
    </figure>
  )
}

interface TimeChartProps {
  chart: OverTime
  playback: Playback
  /** Called with a time and a tolerance around it. */
  onPick: (timeS: number, withinS: number) => void
}

const HEIGHT = 196
/** More lines could not be told apart; the tables contain all of them. */
const MAX_SERIES = 8
/** A click this close to a step selects the count that caused it. */
const REACH_PX = 8
const PAGE = 20
const DASH = [6, 4]
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6]

/** A chart over media time: a click, or Enter at a point reached with the keyboard, seeks the video to that moment. */
function TimeChart({ chart, playback, onPick }: TimeChartProps) {
  const picked = useRef(onPick)
  picked.current = onPick
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const legend = useRef<HTMLElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => chart.series.slice(0, MAX_SERIES), [chart])
  /** Index of the point reached with the arrow keys. */
  const [point, setPoint] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the page
  useEffect(() => {
    const element = box.current
    if (!element) return
    const panel = getComputedStyle(element).getPropertyValue('--sl-panel').trim()
    const strokes = shown.map((s) => contrastingColor(s.color, panel))
    for (const [i, swatch] of (legend.current?.querySelectorAll('i') ?? []).entries()) {
      swatch.style.color = strokes[i] as string
    }
    const made = new uPlot(
      options(element, chart, shown, strokes, legend),
      [chart.times, ...shown.map((s) => s.values)],
      element,
    )
    plot.current = made
    const onClick = ({ clientX }: MouseEvent) => {
      const left = clientX - made.over.getBoundingClientRect().left
      const timeS = made.posToVal(left, 'x')
      picked.current(timeS, made.posToVal(left + REACH_PX, 'x') - timeS)
    }
    made.over.addEventListener('click', onClick)
    // The current time has its own element, because redrawing the chart for every video frame is too expensive.
    const now = document.createElement('div')
    now.className = classes.now as string
    made.over.append(now)
    const moveNow = () => {
      const x = made.valToPos(playback.getTime(), 'x')
      now.style.transform = `translateX(${Math.round(x)}px)`
    }
    moveNow()
    const stop = playback.subscribe(moveNow)
    const resize = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height: HEIGHT })
      moveNow()
    })
    resize.observe(element)
    return () => {
      stop()
      resize.disconnect()
      plot.current = null
      made.destroy()
    }
  }, [chart, shown, playback, scheme])

  const last = chart.times.length - 1
  const at = Math.min(point, last)
  const timeS = chart.times[at] ?? 0
  const walk = (to: number) => {
    const next = Math.min(last, Math.max(0, to))
    setPoint(next)
    const made = plot.current
    made?.setCursor({ left: made.valToPos(chart.times[next] as number, 'x'), top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 }
    Object.assign(steps, { PageUp: at + PAGE, PageDown: at - PAGE, Home: 0, End: last })
    const to = steps[event.key]
    if (to !== undefined) walk(to)
    else if (event.key === 'Enter' || event.key === ' ') picked.current(timeS, 0)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const values = shown.map((s) => `${s.label} ${valueText(chart.kind, s.values[at] ?? 0)}`)
  return (
    <>
      <figcaption ref={legend} className={classes.legend}>
        {shown.map((s) => (
          <span key={s.label}>
            <i data-dashed={s.dashed || undefined} aria-hidden="true" />
            {s.label} <b />
          </span>
        ))}
        {chart.series.length > shown.length && (
          <span>{texts.runs.charts.more(chart.series.length - shown.length)}</span>
        )}
      </figcaption>
      <div
        ref={box}
        className={classes.box}
        role="slider"
        tabIndex={0}
        aria-label={texts.runs.charts.walk(texts.runs.charts.titles[chart.kind])}
        aria-valuemin={0}
        aria-valuemax={Math.round(chart.times[last] ?? 0)}
        aria-valuenow={Math.round(timeS)}
        aria-valuetext={`${formatTimecode(timeS)}: ${values.join(', ')}`}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && walk(at)}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
        onKeyDown={onKeyDown}
      />
    </>
  )
}

/** Reserves room for the longest number beside the axis, in front of the axis label. */
const roomFor = (_plot: uPlot, labels: string[] | null): number =>
  Math.max(34, 14 + 6.6 * Math.max(0, ...(labels ?? []).map((label) => label.length)))

function options(
  element: HTMLElement,
  chart: OverTime,
  shown: OverTime['series'],
  strokes: readonly string[],
  legend: { current: HTMLElement | null },
): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const font = `11px ${style.fontFamily}`
  const axis = {
    stroke: color('--sl-dim'),
    font,
    labelFont: font,
    labelSize: 18,
    labelGap: 0,
    grid: { stroke: color('--sl-line'), width: 1 },
    ticks: { show: false },
  }
  const stepped = uPlot.paths.stepped?.({ align: 1 }) as uPlot.Series.PathBuilder
  /** Written to the DOM directly, to avoid a render for each pointer move. */
  const tell = (plot: uPlot) => {
    const { idx, left } = plot.cursor
    const figures = legend.current?.querySelectorAll('b') ?? []
    const on = left !== undefined && left !== null && left >= 0 && idx !== undefined && idx !== null
    for (const [i, figure] of [...figures].entries()) {
      figure.textContent = on ? valueText(chart.kind, shown[i]?.values[idx] ?? 0) : ''
    }
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [10, 14, 0, 4],
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    hooks: { setCursor: [tell] },
    scales: { x: { time: false }, y: { range: (_u, _low, high) => [0, Math.max(1, high * 1.08)] } },
    axes: [
      {
        ...axis,
        size: 22,
        space: 64,
        label: texts.runs.charts.time,
        values: (_u, ticks) => ticks.map(formatDuration),
      },
      { ...axis, size: roomFor, space: 28, label: texts.runs.charts.units[chart.kind], incrs: WHOLE },
    ],
    series: [
      {},
      ...shown.map(({ label, dashed }, i) => ({
        label,
        stroke: strokes[i] as string,
        width: 1.75,
        points: { show: false },
        paths: stepped,
        ...(dashed ? { dash: DASH } : {}),
      })),
    ],
  }
}
