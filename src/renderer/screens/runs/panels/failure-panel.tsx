/** Explains why a run ended early: the block, the frame and a remedy. */
import { Button, Tooltip } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleMinus,
  IconFocus2,
  IconPlayerPauseFilled,
  IconPlayerPlay,
  IconReload,
  IconSchema,
} from '@tabler/icons-react'
import { type FrameMoment, isInterrupted, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import classes from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

interface FailurePanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  onRunAgain: (() => void) | null
  /** Null when the run can't be resumed. */
  onResume: (() => void) | null
  /** Shows the source at a time; null when the run has no video to show. */
  onOpenFrame: ((timeS: number) => void) | null
}

export function FailurePanel({ run, blocks, onRunAgain, onResume, onOpenFrame }: FailurePanelProps) {
  const words = texts.runs.failurePanel
  if (run.status === 'cancelled') {
    return (
      <section className={classes.failure} data-cancelled aria-label={words.cancelled}>
        <h2>
          <IconCircleMinus size={18} aria-hidden />
          {words.cancelled}
        </h2>
        <p>{words.stopped}</p>
        <div className={classes.buttons}>{onRunAgain && <RunAgain onClick={onRunAgain} />}</div>
      </section>
    )
  }
  if (isInterrupted(run)) {
    return (
      <section className={classes.failure} data-interrupted aria-label={texts.ui.status.interrupted}>
        <h2>
          <IconPlayerPauseFilled size={18} aria-hidden />
          {texts.ui.status.interrupted}
        </h2>
        <p>{onResume ? words.interrupted(formatDuration(run.progress.media_time_s)) : words.resumed}</p>
        <div className={classes.buttons}>
          {onResume && <Resume run={run} onClick={onResume} />}
          {onRunAgain && <RunAgain onClick={onRunAgain} isSecond={onResume !== null} />}
        </div>
      </section>
    )
  }
  const { error, workflow_id } = run
  const node = error?.node_id ?? null
  const frame = failedAt(run)
  return (
    <section className={classes.failure} role="alert">
      <h2>
        <IconAlertTriangleFilled size={18} aria-hidden />
        {words.title}
      </h2>
      <p>{error ? messageText(error) : words.noReason}</p>
      <dl className={classes.where}>
        {node !== null && (
          <div>
            <dt>{words.block}</dt>
            <dd>{blocks.titleOf(node)}</dd>
          </div>
        )}
        <div>
          <dt>{words.frame}</dt>
          <dd>{frame ? words.frameAt(frame.index, formatTimecode(frame.time_s)) : words.beforeFirst}</dd>
        </div>
      </dl>
      {frame && !onOpenFrame && <p className={classes.note}>{words.noMedia}</p>}
      <div className={classes.buttons}>
        {onResume && <Resume run={run} onClick={onResume} />}
        {onRunAgain && <RunAgain onClick={onRunAgain} isSecond={onResume !== null} />}
        {frame && onOpenFrame && (
          <Button variant="default" leftSection={<IconFocus2 size={15} />} onClick={() => onOpenFrame(frame.time_s)}>
            {words.openFrame}
          </Button>
        )}
        {node !== null && workflow_id && (
          <Button
            component="a"
            variant="default"
            leftSection={<IconSchema size={15} />}
            href={hrefOf({ screen: 'editor', workflowId: workflow_id, nodeId: node })}
          >
            {words.openBlock}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The frame reported with the error, else the first frame that was not finished. */
function failedAt({ error, progress }: WorkflowRun): FrameMoment | null {
  if (error?.frame) return error.frame
  return progress.frames_done > 0 ? { index: progress.frames_done, time_s: progress.media_time_s } : null
}

function Resume({ run: { progress }, onClick }: { run: WorkflowRun; onClick: () => void }) {
  return (
    <Tooltip label={texts.runs.page.buttons.resumesNear(formatDuration(progress.media_time_s))}>
      <Button leftSection={<IconPlayerPlay size={15} />} onClick={onClick}>
        {texts.runs.page.buttons.resume}
      </Button>
    </Tooltip>
  )
}

function RunAgain({ onClick, isSecond = false }: { onClick: () => void; isSecond?: boolean }) {
  return (
    <Button variant={isSecond ? 'default' : 'filled'} leftSection={<IconReload size={15} />} onClick={onClick}>
      {texts.runs.failurePanel.runAgain}
    </Button>
  )
}
