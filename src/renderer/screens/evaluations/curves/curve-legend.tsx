/** The classes of a chart with their values at a recall; a class is drawn or not. */
import { Button } from '@mantine/core'
import { shareText } from '../../../parts/model/evaluations/evaluation-text.ts'
import { texts } from '../../../texts/texts.ts'
import { type CurveLine, pointAt } from './curve.ts'
import classes from './curves.module.css'

const words = texts.evaluations.page.curves

interface CurveLegendProps {
  lines: readonly (CurveLine & { ap: number | null })[]
  drawn: ReadonlySet<string>
  onDrawn(keys: ReadonlySet<string>): void
  at: number | null
}

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

export const Sample = ({ line: { color, dash } }: { line: Pick<CurveLine, 'color' | 'dash'> }) => (
  <svg className={classes.sample} viewBox="0 0 22 8" aria-hidden="true">
    <line x1="0" x2="22" y1="4" y2="4" stroke={color} strokeWidth="2.5" strokeDasharray={dash ?? undefined} />
  </svg>
)
