/** The overall figures of two evaluations. */
import type { OverallMetrics } from '../../../../shared/api/model-evaluations.ts'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { COUNTS, SHARES } from '../evaluation/figures.tsx'
import { Difference } from './difference.tsx'
import { DifferenceTable } from './difference-table.tsx'

const words = texts.evaluations.compare
const page = texts.evaluations.page

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
