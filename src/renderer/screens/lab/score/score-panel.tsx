/** The accuracy of the counts at a place, as far as it was watched, and each error with its reason. */
import { NumberInput, Switch, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Figures, figureRows, figuresOf } from '../../../../shared/accuracy/figures.ts'
import type { Score, ScoreRules } from '../../../../shared/accuracy/score.ts'
import type { TruthMark } from '../../../../shared/domain/truth.ts'
import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable } from '../../../base/ui/virtual-table.tsx'
import { texts } from '../../../texts/texts.ts'
import type { CountedEvent } from './counted.ts'
import { FigureCards, FigureTable } from './figure-table.tsx'
import { sampleText } from './sample-text.ts'
import classes from './score.module.css'

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
