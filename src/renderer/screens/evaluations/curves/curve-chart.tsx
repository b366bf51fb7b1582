/**
 * A chart of precision by recall with its legend. Pointing at it, or the arrow keys, choose the recall whose values are
 * read.
 */
import { Button, useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PrecisionRecallCurves } from '../../../../shared/api/model-evaluations.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { contrastingColor } from '../../../base/ui/contrast-color.ts'
import { shareText } from '../../../parts/model/evaluations/evaluation-text.ts'
import { texts } from '../../../texts/texts.ts'
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

interface CurveLegendProps {
  lines: readonly (CurveLine & { ap: number | null })[]
  drawn: ReadonlySet<string>
  onDrawn(keys: ReadonlySet<string>): void
  at: number | null
}

/** The classes of a chart with their values at a recall; a class is drawn or not. */
export function CurveLegend({ lines, drawn, onDrawn, at }: CurveLegendProps) {
  const toggle = (key: string) => {
    const next = new Set(drawn)
    if (!next.delete(key)) next.add(key)
    onDrawn(next)
  }
  return (
    <div className={classes.legend}>
      <div className={classes.tools}>
        <span role="status">{at === null ? words.drawn(drawn.size, lines.length) : words.at(shareText(at))}</span>
        <Button variant="subtle" size="compact-xs" onClick={() => onDrawn(new Set(lines.map(({ key }) => key)))}>
          {words.all}
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => onDrawn(new Set())}>
          {words.noClass}
        </Button>
      </div>
      <ul aria-label={words.classes}>
        {lines.map((line) => (
          <li key={line.key}>
            <button type="button" aria-pressed={drawn.has(line.key)} onClick={() => toggle(line.key)}>
              <Sample line={line} />
              <span className={classes.name}>{line.label}</span>
              <span className={classes.value}>{valueText(line, drawn.has(line.key) ? at : null)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function valueText({ points, ap }: CurveLegendProps['lines'][number], at: number | null): string {
  if (at === null) return `${texts.evaluations.page.ap} ${shareText(ap)}`
  const found = pointAt(points, at)
  return found ? words.values(shareText(found.precision), shareText(found.confidence)) : words.notReached
}

const Sample = ({ line: { color, dash } }: { line: Pick<CurveLine, 'color' | 'dash'> }) => (
  <svg className={classes.sample} viewBox="0 0 22 8" aria-hidden="true">
    <line x1="0" x2="22" y1="4" y2="4" stroke={color} strokeWidth="2.5" strokeDasharray={dash ?? undefined} />
  </svg>
)

export type CurvePoint = PrecisionRecallCurves['classes'][number]['points'][number]

interface CurveLine {
  key: string
  label: string
  color: string
  /** The dash pattern of the stroke, in pixels; null for a solid line. */
  dash: string | null
  points: readonly CurvePoint[]
}

/** Lines differ by their pattern too, not by colour alone. */
export const DASHES: readonly (string | null)[] = [null, '7 4', '2 3', '10 3 2 3']

/** The first point at which the recall is reached; null when no threshold reaches it. Points are by rising recall. */
export function pointAt(points: readonly CurvePoint[], recall: number): CurvePoint | null {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as CurvePoint).recall < recall) low = middle + 1
    else high = middle
  }
  return points[low] ?? null
}
