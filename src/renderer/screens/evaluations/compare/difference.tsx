/** The difference of two figures, with a word for better and worse. */
import { formatDecimal } from '../../../base/format/format.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './compare.module.css'

const words = texts.evaluations.compare

export type FigureKind = 'share' | 'count'

interface DifferenceProps {
  a: number | null
  b: number | null
  kind: FigureKind
  /** For errors. */
  lessIsBetter?: boolean
}

export function Difference({ a, b, kind, lessIsBetter = false }: DifferenceProps) {
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
