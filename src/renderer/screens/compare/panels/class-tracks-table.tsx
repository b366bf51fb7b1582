/** The number and mean duration of the tracks of each class, for both runs. */

import { formatDecimal } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { ClassTracks } from '../matching/track-rows.ts'

const T = texts.compare.tracks

export function ClassTracksTable({ rows }: { rows: readonly ClassTracks[] }) {
  if (rows.length === 0) return null
  return (
    <aside className={classes.aside}>
      <table className={classes.facts}>
        <caption>{T.perClass}</caption>
        <thead>
          <tr>
            <th scope="col">{T.className}</th>
            <th scope="col">{`${T.number} A`}</th>
            <th scope="col">{`${T.number} B`}</th>
            <th scope="col">{`${T.mean} A`}</th>
            <th scope="col">{`${T.mean} B`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ className, a, b, meanA, meanB }) => (
            <tr key={className} data-differs={a !== b || undefined}>
              <th scope="row">
                <ClassDot name={className} />
              </th>
              <td>{formatCount(a)}</td>
              <td>{formatCount(b)}</td>
              <td>{lengthText(meanA)}</td>
              <td>{lengthText(meanB)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  )
}

const lengthText = (seconds: number | null): string => (seconds === null ? '' : T.seconds(formatDecimal(seconds, 1)))
