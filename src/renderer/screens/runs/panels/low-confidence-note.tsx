/** The note beside the counts that names models whose scores are mostly near the threshold. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { doubtsOf } from '../../../../shared/domain/low-confidence.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatNumber } from '../../../base/format/format.ts'
import { texts } from '../../../base/messages/texts.ts'
import classes from '../../../parts/run/progress.module.css'
import type { RunBlocks } from '../../../parts/run/use-run-blocks.ts'

export function LowConfidenceNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
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
