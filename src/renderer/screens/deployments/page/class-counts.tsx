/** The classes of the drawn predictions with their numbers, most frequent first. */
import { countBy } from 'es-toolkit/array'
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'

export function ClassCounts({ drawn }: { drawn: readonly PreviewDetection[] }) {
  const counts = Object.entries(countBy(drawn, ({ class_name }) => class_name)).sort(([, a], [, b]) => b - a)
  return (
    <ul className={classes.counts} aria-label={texts.deployments.tried.drawn}>
      {counts.map(([name, count]) => (
        <li key={name}>
          <ClassDot name={name} /> {formatCount(count)}
        </li>
      ))}
    </ul>
  )
}
