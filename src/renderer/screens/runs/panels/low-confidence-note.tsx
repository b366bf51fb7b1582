/** The note beside the counts that names models whose scores are mostly near the threshold. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { doubtsOf } from '../../../../shared/domain/low-confidence.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatNumber } from '../../../base/format/format.ts'
import classes from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import steps from './model-steps.module.css'
import { ModelSteps } from './model-steps.tsx'

export function LowConfidenceNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const doubts = doubtsOf(run.nodes)
  // Without the graph the note would name the block by its id, and offer that name to the next dialog.
  if (doubts.length === 0 || !blocks.graph) return null
  const { label, found } = texts.runs.doubt
  return (
    <section className={`${classes.warnings} ${steps.note}`} aria-label={label}>
      <IconAlertTriangle size={17} stroke={1.7} className={classes.sign} aria-hidden />
      <div className={steps.blocks}>
        {doubts.map(({ nodeId, share, threshold }) => (
          <div key={nodeId}>
            <p>{found(blocks.titleOf(nodeId), formatDecimal(100 * share, 0), formatNumber(threshold))}</p>
            {isTerminal(run.status) && <ModelSteps nodeId={nodeId} run={run} blocks={blocks} />}
          </div>
        ))}
      </div>
    </section>
  )
}
