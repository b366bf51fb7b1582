/** Why a run ended early, where, and what to do about it. */
import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangleFilled, IconCircleMinus, IconReload } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { hrefOf } from '../../shell/route.ts'
import type { RunBlocks } from '../use-run-blocks.ts'
import classes from './progress.module.css'

interface FailurePanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  onRunAgain: (() => void) | null
}

export function FailurePanel({ run, blocks, onRunAgain }: FailurePanelProps) {
  if (run.status === 'cancelled') {
    return (
      <section className={classes.progress}>
        <div className={classes.head}>
          <strong style={{ display: 'flex', alignItems: 'center', gap: 8, fontSize: '0.9375rem' }}>
            <IconCircleMinus size={18} aria-hidden /> Cancelled
          </strong>
        </div>
        <p style={{ margin: 0 }}>This run was stopped before its end. It keeps its log, and no half-written results.</p>
        {onRunAgain && <RunAgain onClick={onRunAgain} />}
      </section>
    )
  }
  const { error, workflow_id } = run
  const node = error?.node_id ?? null
  return (
    <section className={classes.failure} role="alert">
      <h2>
        <IconAlertTriangleFilled size={18} aria-hidden />
        The run failed
      </h2>
      <p>{error?.message ?? 'The run ended without a reason. Its log may say more.'}</p>
      {node !== null && (
        <p className={classes.where}>
          Block:{' '}
          {workflow_id ? (
            <Anchor
              inherit
              underline="always"
              href={hrefOf({ screen: 'editor', workflowId: workflow_id, nodeId: node })}
            >
              {blocks.titleOf(node)}
            </Anchor>
          ) : (
            blocks.titleOf(node)
          )}
        </p>
      )}
      {onRunAgain && <RunAgain onClick={onRunAgain} />}
    </section>
  )
}

function RunAgain({ onClick }: { onClick: () => void }) {
  return (
    <div className={classes.buttons}>
      <Button leftSection={<IconReload size={15} />} onClick={onClick}>
        Run again
      </Button>
    </div>
  )
}
