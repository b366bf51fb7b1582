/** The figures of each class; a heading sorts by its column. */
import { useState } from 'react'
import type { ClassMetrics } from '../../../../shared/api/model-evaluations.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { SortButton } from '../../../base/ui/sort-button.tsx'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'

const words = texts.evaluations.page

const COLUMNS = ['class_name', 'support', 'ap', 'precision', 'recall', 'f1', 'tp', 'fp', 'fn'] as const
type Column = (typeof COLUMNS)[number]
const TITLES: Record<Column, string> = {
  class_name: words.className,
  support: words.support,
  ap: words.ap,
  precision: words.figure.precision,
  recall: words.figure.recall,
  f1: words.figure.f1,
  tp: words.figure.tp,
  fp: words.figure.fp,
  fn: words.figure.fn,
}

export function ClassTable({ metrics }: { metrics: readonly ClassMetrics[] }) {
  const [sort, setSort] = useState<{ by: Column; descending: boolean }>({ by: 'support', descending: true })
  const rows = [...metrics].sort((a, b) => (sort.descending ? -1 : 1) * compared(a[sort.by], b[sort.by]))
  const orderOf = (column: Column) => (sort.by === column ? (sort.descending ? 'descending' : 'ascending') : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={classes.scroll} tabIndex={0} aria-label={words.perClass}>
      <table className={classes.table} aria-label={words.perClass}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" aria-sort={orderOf(column)}>
                <SortButton
                  title={TITLES[column]}
                  order={orderOf(column)}
                  onSort={() =>
                    setSort({ by: column, descending: sort.by === column ? !sort.descending : column !== 'class_name' })
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.class_name}>
              <th scope="row">
                <ClassDot name={row.class_name} />
              </th>
              <td>{formatCount(row.support)}</td>
              {(['ap', 'precision', 'recall', 'f1'] as const).map((name) => (
                <td key={name}>
                  <Share value={row[name]} />
                </td>
              ))}
              {(['tp', 'fp', 'fn'] as const).map((name) => (
                <td key={name}>{formatCount(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Undefined figures are less than 0. */
function compared(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a ?? -1) - Number(b ?? -1)
}
