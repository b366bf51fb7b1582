/** The accuracy of the counts at a place, as far as it was watched, and each error with its reason. */
import { NumberInput, Switch, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  countError,
  type FigureRow,
  type Figures,
  f1Of,
  figureRows,
  figuresOf,
  precisionOf,
  recallOf,
  relativeError,
} from '../../../../shared/accuracy/figures.ts'
import { ENOUGH_MARKS, likelyRange } from '../../../../shared/accuracy/sample.ts'
import type { Score, ScoreRules } from '../../../../shared/accuracy/score.ts'
import type { TruthMark } from '../../../../shared/domain/truth.ts'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import { LOCALE } from '../../../texts/language.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './score.module.css'
import type { CountedEvent } from './score-run.ts'

export type ErrorRow = { sort: 'miss'; mark: TruthMark } | { sort: 'false'; counted: CountedEvent }

interface ScorePanelProps {
  score: Score<CountedEvent>
  rules: ScoreRules
  onRules: (rules: ScoreRules) => void
  isLine: boolean
  watchedS: number
  /** Seeks to the frame and shows the run's results there. */
  onShow: (row: ErrorRow) => void
  /** Returns the reason of the error, in a sentence. */
  explain: (row: ErrorRow) => string
}

const timeOf = (row: ErrorRow): number => (row.sort === 'miss' ? row.mark.time_s : row.counted.timeS)
const idOf = (row: ErrorRow): string => (row.sort === 'miss' ? row.mark.id : `${row.counted.timeS} ${row.counted.kind}`)

const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
const SIGNED_PERCENT = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const SIGNED = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })

/** Formats accuracy figures. */
export const percent = (share: number | null): string => (share === null ? '–' : PERCENT.format(share))

/** `−2 (−17%)`: counted minus marked. */
export function errorText(figures: Figures): string {
  const relative = relativeError(figures)
  const error = SIGNED.format(countError(figures))
  const text = relative === null ? error : `${error} (${SIGNED_PERCENT.format(relative)})`
  // A minus sign is as wide as a plus sign.
  return text.replaceAll('-', '−')
}

/** Precision, recall, F1 and count error: large for the whole, in rows by direction and class. */
function FigureCards({ figures }: { figures: Figures }) {
  const t = texts.lab.score
  const cards = [
    [t.precision, percent(precisionOf(figures)), t.precisionHint],
    [t.recall, percent(recallOf(figures)), t.recallHint],
    [t.f1, percent(f1Of(figures)), t.f1Hint],
    [t.countError, errorText(figures), t.countErrorHint],
  ] as const
  return (
    <dl className={classes.cards}>
      {cards.map(([name, value, hint]) => (
        <Tooltip key={name} label={hint} multiline maw={280}>
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        </Tooltip>
      ))}
    </dl>
  )
}

function FigureTable({ rows, total }: { rows: readonly FigureRow[]; total: Figures }) {
  const t = texts.lab.score
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table is scrolled with the keyboard
    <section className={classes.tableBox} aria-label={t.byClass} tabIndex={0}>
      <table className={classes.table} aria-label={t.byClass}>
        <thead>
          <tr>
            <th scope="col">{texts.lab.marks.what}</th>
            <th scope="col">{texts.lab.marks.className}</th>
            <th scope="col">{t.marked}</th>
            <th scope="col">{t.countedColumn}</th>
            <th scope="col">{t.precision}</th>
            <th scope="col">{t.recall}</th>
            <th scope="col">{t.f1}</th>
            <th scope="col">{t.countError}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.className}`}>
              <td>{texts.lab.kinds[row.kind]}</td>
              <td>{row.className ? <ClassDot name={row.className} /> : texts.lab.anyClass}</td>
              <Cells figures={row} />
            </tr>
          ))}
          <tr className={classes.total}>
            <td colSpan={2}>{t.all}</td>
            <Cells figures={total} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Cells({ figures }: { figures: Figures }) {
  return (
    <>
      <td>{formatCount(figures.marked)}</td>
      <td>{formatCount(figures.counted)}</td>
      <td>{percent(precisionOf(figures))}</td>
      <td>{percent(recallOf(figures))}</td>
      <td>{percent(f1Of(figures))}</td>
      <td>{errorText(figures)}</td>
    </>
  )
}

export function ScorePanel({ score, rules, onRules, isLine, watchedS, onShow, explain }: ScorePanelProps) {
  const t = texts.lab.score
  const figures = useMemo(() => figuresOf([score]), [score])
  const rows = useMemo(() => figureRows(score), [score])
  const errors = useMemo((): ErrorRow[] => errorsOf(score), [score])
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = errors.find((row) => idOf(row) === chosenId) ?? null
  if (watchedS === 0) return <p className={panel.message}>{t.nothingWatched}</p>
  const columns: Column[] = [
    { key: 'time', title: t.time, width: '76px', cell: (i) => formatTimecode(timeOf(errors[i] as ErrorRow)) },
    {
      key: 'error',
      title: t.error,
      width: '100px',
      cell: (i) => ((errors[i] as ErrorRow).sort === 'miss' ? t.missed : t.counted),
    },
    {
      key: 'kind',
      title: isLine ? texts.lab.marks.direction : texts.lab.marks.what,
      width: '70px',
      cell: (i) => texts.lab.kinds[kindOf(errors[i] as ErrorRow)],
    },
    {
      key: 'class',
      title: texts.lab.marks.className,
      width: '116px',
      cell: (i) => <ClassOf row={errors[i] as ErrorRow} />,
    },
    { key: 'why', title: t.why, width: 'minmax(140px, 1fr)', cell: (i) => explain(errors[i] as ErrorRow) },
  ]
  return (
    <div className={panel.panel}>
      <div className={classes.rules}>
        <NumberInput
          label={t.tolerance}
          labelProps={{ c: 'dimmed', fw: 400 }}
          w={118}
          min={0}
          max={60}
          step={0.25}
          decimalScale={2}
          suffix=" s"
          value={rules.toleranceS}
          onChange={(value) => typeof value === 'number' && onRules({ ...rules, toleranceS: value })}
        />
        {isLine && (
          <Switch
            label={t.direction}
            checked={rules.direction}
            onChange={(e) => onRules({ ...rules, direction: e.currentTarget.checked })}
          />
        )}
        <Tooltip label={t.classHint}>
          <Switch
            label={t.className}
            checked={rules.className}
            onChange={(e) => onRules({ ...rules, className: e.currentTarget.checked })}
          />
        </Tooltip>
      </div>
      <FigureCards figures={figures} />
      <Sample figures={figures} watchedS={watchedS} />
      {rows.length > 0 && <FigureTable rows={rows} total={figures} />}
      <h2 className={classes.heading}>{t.errors(errors.length)}</h2>
      <div className={classes.errors}>
        <VirtualTable
          label={t.errorList}
          columns={columns}
          rowCount={errors.length}
          current={chosen === null ? -1 : errors.indexOf(chosen)}
          onRow={(i) => {
            const row = errors[i] as ErrorRow
            setChosenId(idOf(row))
            onShow(row)
          }}
          minWidth={540}
          empty={figures.marked + figures.counted === 0 ? t.nothingThere : t.noErrors}
        />
      </div>
      {chosen && (
        <p className={classes.why} role="status" aria-label={t.why}>
          {explain(chosen)}
        </p>
      )}
    </div>
  )
}

function errorsOf({ misses, falseCounts }: Score<CountedEvent>): ErrorRow[] {
  const rows: ErrorRow[] = [
    ...misses.map((mark): ErrorRow => ({ sort: 'miss', mark })),
    ...falseCounts.map((counted): ErrorRow => ({ sort: 'false', counted })),
  ]
  return rows.sort((a, b) => timeOf(a) - timeOf(b))
}

const kindOf = (row: ErrorRow) => (row.sort === 'miss' ? row.mark.kind : row.counted.kind)

function ClassOf({ row }: { row: ErrorRow }) {
  const name = row.sort === 'miss' ? row.mark.class_name : row.counted.className
  return name ? <ClassDot name={name} /> : texts.lab.anyClass
}

/** Describes in sentences the sample behind a score and its likely range. */
export function sampleText(
  { marked, counted, found, right }: Figures,
  watchedS: number,
): { text: string; few: boolean } {
  const t = texts.lab.score
  const few = marked < ENOUGH_MARKS
  const recall = likelyRange({ hits: found, of: marked })
  const precision = likelyRange({ hits: right, of: counted })
  const parts = [t.sample(marked, formatDuration(watchedS))]
  if (recall) parts.push(t.likelyRecall(percent(recall[0]), percent(recall[1])))
  if (precision) parts.push(t.likelyPrecision(percent(precision[0]), percent(precision[1])))
  if (few) parts.push(t.tooFew(ENOUGH_MARKS))
  return { text: parts.join(' '), few }
}

/** The sample size and the likely range of the figures. */
function Sample({ figures, watchedS }: { figures: Figures; watchedS: number }) {
  const { text, few } = sampleText(figures, watchedS)
  return (
    <p className={classes.sample} data-few={few || undefined}>
      {few && <IconAlertTriangle size={16} stroke={1.7} aria-hidden />}
      <span>{text}</span>
    </p>
  )
}
