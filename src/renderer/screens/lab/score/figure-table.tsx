/** Precision, recall, F1 and count error: large for the whole, in rows by direction and class. */
import { Tooltip } from '@mantine/core'
import { type FigureRow, type Figures, f1Of, precisionOf, recallOf } from '../../../../shared/accuracy/figures.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { errorText, percent } from './figure-text.ts'
import classes from './score.module.css'

export function FigureCards({ figures }: { figures: Figures }) {
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

export function FigureTable({ rows, total }: { rows: readonly FigureRow[]; total: Figures }) {
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
