/** The counts of a block's lines and zones in the previewed window. */
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './preview.module.css'

interface WindowCountsProps {
  counts: RunCounts
  /** Limits the counts to this block. */
  nodeId: string
}

export function WindowCounts({ counts, nodeId }: WindowCountsProps) {
  const rows = [
    ...counts.lines
      .filter((line) => line.node_id === nodeId)
      .map(({ name, a_to_b, b_to_a }) => ({ name, facts: [`A → B ${a_to_b}`, `B → A ${b_to_a}`] })),
    ...counts.zones
      .filter((zone) => zone.node_id === nodeId)
      .map(({ name, visits, peak_occupancy }) => ({
        name,
        facts: [texts.runs.words.visits(visits), texts.preview.counts.atMost(peak_occupancy)],
      })),
  ]
  if (rows.length === 0) return null
  return (
    <ul className={classes.counts} aria-label={texts.preview.counts.title}>
      {rows.map(({ name, facts }) => (
        <li key={name}>
          <b>{name}</b>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </li>
      ))}
    </ul>
  )
}
