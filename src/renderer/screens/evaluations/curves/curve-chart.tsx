/** A chart of precision by recall. Pointing at it, or the arrow keys, choose the recall whose values are read. */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatDecimal } from '../../../base/format/format.ts'
import { contrastingColor } from '../../../base/ui/contrast-color.ts'
import { texts } from '../../../texts/texts.ts'
import { type CurveLine, pointAt } from './curve.ts'
import classes from './curves.module.css'

const words = texts.evaluations.page.curves

const WIDTH = 560
const HEIGHT = 340
const LEFT = 46
const RIGHT = 24
const TOP = 12
const BOTTOM = 42
const TICKS = [0, 0.25, 0.5, 0.75, 1]
const STEP = 0.01
const PAGE = 0.1

const xOf = (recall: number): number => LEFT + recall * (WIDTH - LEFT - RIGHT)
const yOf = (precision: number): number => HEIGHT - BOTTOM - precision * (HEIGHT - TOP - BOTTOM)
const percent = (share: number): string => `${formatDecimal(share * 100, 0)} %`

interface CurveChartProps {
  lines: readonly CurveLine[]
  /** The recall that is read; null for none. */
  at: number | null
  onAt(recall: number | null): void
}

export function CurveChart({ lines, at, onAt }: CurveChartProps) {
  const svg = useRef<SVGSVGElement>(null)
  const panel = usePanelColor()
  const point = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const x = ((event.clientX - box.left) / box.width) * WIDTH
    onAt(Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - RIGHT))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? 0.5
    const steps: Record<string, number> = { ArrowRight: from + STEP, ArrowLeft: from - STEP, Home: 0, End: 1 }
    Object.assign(steps, { PageUp: from + PAGE, PageDown: from - PAGE })
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    onAt(Math.min(1, Math.max(0, Math.round(to * 100) / 100)))
  }
  const read = lines.flatMap(({ label, points }) => {
    const found = at === null ? null : pointAt(points, at)
    return found ? [`${label} ${percent(found.precision)}`] : []
  })
  return (
    <div
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${words.chart}, ${words.recall}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((at ?? 0) * 100)}
      aria-valuetext={at === null ? words.chart : [words.at(percent(at)), ...read].join(', ')}
      onKeyDown={onKeyDown}
      onPointerMove={point}
      onPointerDown={point}
    >
      <svg ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {TICKS.map((tick) => (
          <g key={tick} className={classes.tick}>
            <line x1={xOf(0)} x2={xOf(1)} y1={yOf(tick)} y2={yOf(tick)} />
            <line x1={xOf(tick)} x2={xOf(tick)} y1={yOf(0)} y2={yOf(1)} />
            <text x={LEFT - 6} y={yOf(tick)} dy="0.35em" textAnchor="end">
              {percent(tick)}
            </text>
            <text x={xOf(tick)} y={HEIGHT - BOTTOM + 15} textAnchor="middle">
              {percent(tick)}
            </text>
          </g>
        ))}
        <text className={classes.axis} x={xOf(0.5)} y={HEIGHT - 6} textAnchor="middle">
          {words.recall}
        </text>
        <text className={classes.axis} transform={`translate(11 ${yOf(0.5)}) rotate(-90)`} textAnchor="middle">
          {words.precision}
        </text>
        {lines.map(({ key, points, color, dash }) => (
          <polyline
            key={key}
            className={classes.line}
            points={points.map(({ recall, precision }) => `${xOf(recall)},${yOf(precision)}`).join(' ')}
            stroke={contrastingColor(color, panel)}
            strokeDasharray={dash ?? undefined}
          />
        ))}
        {at !== null && (
          <>
            <line className={classes.now} x1={xOf(at)} x2={xOf(at)} y1={yOf(0)} y2={yOf(1)} />
            {lines.map(({ key, points, color }) => {
              const found = pointAt(points, at)
              return (
                found && (
                  <circle
                    key={key}
                    cx={xOf(found.recall)}
                    cy={yOf(found.precision)}
                    r={3.5}
                    fill={contrastingColor(color, panel)}
                  />
                )
              )
            })}
          </>
        )}
      </svg>
    </div>
  )
}

/** The surface of the chart in the current theme, as #rrggbb. */
function usePanelColor(): string {
  const scheme = useComputedColorScheme('dark')
  const [color, setColor] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colour that is read from the page
  useLayoutEffect(() => {
    setColor(getComputedStyle(document.documentElement).getPropertyValue('--sl-panel').trim())
  }, [scheme])
  return color
}
