/** Figures of two evaluations beside each other, with their differences. */
import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ClassMetrics, OverallMetrics } from '../../../../shared/api/model-evaluations.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import tables from '../evaluation/evaluation.module.css'
import { COUNTS, SHARES } from '../evaluation/figures.tsx'
import classes from './compare.module.css'

const words = texts.evaluations.compare

export interface DifferenceRow {
  key: string
  name: ReactNode
  first: ReactNode
  second: ReactNode
  difference: ReactNode
}

interface DifferenceTableProps {
  label: string
  /** Heading of the names. */
  heading: string
  rows: readonly DifferenceRow[]
}

function DifferenceTable({ label, heading, rows }: DifferenceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={tables.scroll} tabIndex={0} aria-label={label}>
      <table className={`${tables.table} ${classes.differences}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{words.first}</th>
            <th scope="col">{words.second}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, first, second, difference }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{first}</td>
              <td>{second}</td>
              <td>{difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type FigureKind = 'share' | 'count'

interface DifferenceProps {
  a: number | null
  b: number | null
  kind: FigureKind
  /** For errors. */
  lessIsBetter?: boolean
}

/** The difference of two figures, with a word for better and worse. */
function Difference({ a, b, kind, lessIsBetter = false }: DifferenceProps) {
  if (a === null || b === null) return texts.evaluations.list.undefined
  const difference = b - a
  // Less than the last digit that is shown.
  const isSame = Math.abs(difference) < (kind === 'share' ? 0.0005 : 1)
  if (isSame) return <span className={classes.dimmed}>{differenceText(0, kind)}</span>
  const isBetter = difference > 0 !== lessIsBetter
  return (
    <span>
      {differenceText(difference, kind)}
      <small className={isBetter ? classes.better : classes.worse}>{isBetter ? words.better : words.worse}</small>
    </span>
  )
}

function differenceText(difference: number, kind: FigureKind): string {
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  const size = Math.abs(difference)
  return sign + (kind === 'count' ? formatCount(size) : words.points(formatDecimal(size * 100, 1)))
}

const page = texts.evaluations.page

const FIGURES = ['ap', 'f1', 'precision', 'recall'] as const
type Figure = (typeof FIGURES)[number]

interface ClassDifferencesProps {
  a: readonly ClassMetrics[]
  b: readonly ClassMetrics[]
}

/** One figure of each class in two evaluations, largest difference first. */
export function ClassDifferences({ a, b }: ClassDifferencesProps) {
  const [figure, setFigure] = useState<Figure>('ap')
  const rows = pairsOf(a, b, figure).map(({ name, first, second }) => ({
    key: name,
    name: <ClassDot name={name} />,
    first: first && <Share value={first[figure]} />,
    second: second && <Share value={second[figure]} />,
    difference:
      first && second ? (
        <Difference a={first[figure]} b={second[figure]} kind="share" />
      ) : (
        words.onlyIn(first ? words.first : words.second)
      ),
  }))
  return (
    <>
      <Select
        className={classes.choice}
        label={words.measure}
        data={FIGURES.map((value) => ({ value, label: value === 'ap' ? page.ap : page.figure[value] }))}
        value={figure}
        onChange={(value) => setFigure(FIGURES.find((known) => known === value) ?? 'ap')}
        allowDeselect={false}
      />
      <DifferenceTable label={words.perClass} heading={page.className} rows={rows} />
    </>
  )
}

interface ClassPair {
  name: string
  first: ClassMetrics | undefined
  second: ClassMetrics | undefined
}

function pairsOf(a: readonly ClassMetrics[], b: readonly ClassMetrics[], figure: Figure): ClassPair[] {
  const [inA, inB] = [a, b].map((all) => new Map(all.map((one) => [one.class_name, one])))
  const names = [...new Set([...a, ...b].map(({ class_name }) => class_name))]
  const apart = ({ first, second }: ClassPair): number => Math.abs((second?.[figure] ?? 0) - (first?.[figure] ?? 0))
  return names
    .map((name) => ({ name, first: inA?.get(name), second: inB?.get(name) }))
    .sort((x, y) => apart(y) - apart(x))
}

/** The overall figures of two evaluations. */
export function FigureDifferences({ a, b }: { a: OverallMetrics; b: OverallMetrics }) {
  const shares = SHARES.map((name) => ({
    key: name,
    name: page.figure[name],
    first: <Share value={a[name]} />,
    second: <Share value={b[name]} />,
    difference: <Difference a={a[name]} b={b[name]} kind="share" />,
  }))
  const counts = COUNTS.map((name) => ({
    key: name,
    name: page.figure[name],
    first: formatCount(a[name]),
    second: formatCount(b[name]),
    difference: <Difference a={a[name]} b={b[name]} kind="count" lessIsBetter={name !== 'tp'} />,
  }))
  return <DifferenceTable label={words.figures} heading={words.figure} rows={[...shares, ...counts]} />
}
