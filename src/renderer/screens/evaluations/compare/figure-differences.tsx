/** The overall figures of two evaluations. */
import type { OverallMetrics } from '../../../../shared/api/model-evaluations.ts'
import { formatCount } from '../../../base/messages/plural.ts'
import { texts } from '../../../base/messages/texts.ts'
import { Share } from '../../../parts/evaluations/evaluations-table.tsx'
import classes from '../evaluation/evaluation.module.css'
import { COUNTS, SHARES } from '../evaluation/figures.tsx'
import { Difference } from './difference.tsx'

const words = texts.evaluations.compare
const page = texts.evaluations.page

export function FigureDifferences({ a, b }: { a: OverallMetrics; b: OverallMetrics }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={words.figures}>
        <thead>
          <tr>
            <th scope="col">{words.figure}</th>
            <th scope="col">{words.first}</th>
            <th scope="col">{words.second}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {SHARES.map((name) => (
            <tr key={name}>
              <th scope="row">{page.figure[name]}</th>
              <td>
                <Share value={a[name]} />
              </td>
              <td>
                <Share value={b[name]} />
              </td>
              <td>
                <Difference a={a[name]} b={b[name]} kind="share" />
              </td>
            </tr>
          ))}
          {COUNTS.map((name) => (
            <tr key={name}>
              <th scope="row">{page.figure[name]}</th>
              <td>{formatCount(a[name])}</td>
              <td>{formatCount(b[name])}</td>
              <td>
                <Difference a={a[name]} b={b[name]} kind="count" lessIsBetter={name !== 'tp'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
