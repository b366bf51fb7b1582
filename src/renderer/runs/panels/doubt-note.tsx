/** The note beside the counts that names models whose scores are mostly near the threshold. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { doubtsOf } from '../../../shared/domain/low-confidence.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { formatDecimal, formatNumber } from '../../ui/format.ts'
import type { RunBlocks } from '../use-run-blocks.ts'
import classes from './progress.module.css'

export function DoubtNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const doubts = doubtsOf(run.nodes)
  if (doubts.length === 0) return null
  const { label, found } = texts.runs.doubt
  return (
    <section className={classes.warnings} aria-label={label}>
      <IconAlertTriangle size={17} stroke={1.7} className={classes.sign} aria-hidden />
      <div>
        {doubts.map(({ nodeId, share, threshold }) => (
          <p key={nodeId}>{found(blocks.titleOf(nodeId), formatDecimal(100 * share, 0), formatNumber(threshold))}</p>
        ))}
      </div>
    </section>
  )
}
