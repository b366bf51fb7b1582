/** The progress of an active run. */
import { Progress } from '@mantine/core'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDuration, formatTimeLeft } from '../../../base/format/format.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { LiveFrame } from './live-frame.tsx'
import classes from './progress.module.css'
import { speedText } from './run-speed.ts'

export function ProgressPanel({ run }: { run: WorkflowRun }) {
  const { frames_done, frames_total, seconds_left, media_time_s } = run.progress
  const share = progressShare(run)
  const waiting = run.status === 'queued' || frames_done === 0
  return (
    <section className={classes.progress} aria-label={texts.runs.panels.progress.title}>
      <div className={classes.head}>
        <strong>
          {waiting
            ? texts.runs.panels.progress.gettingReady
            : share === null
              ? texts.runs.panels.progress.running
              : `${Math.floor(share * 100)} %`}
        </strong>
        <span>{!waiting && seconds_left !== null ? formatTimeLeft(seconds_left) : ''}</span>
      </div>
      <Progress
        value={share === null ? 100 : share * 100}
        animated={share === null || waiting}
        size={6}
        transitionDuration={300}
        aria-label={texts.runs.panels.progress.ofRun}
      />
      <dl>
        <Fact name={texts.runs.words.frames}>
          {formatCount(frames_done)}
          {frames_total !== null && (
            <small> {texts.runs.panels.progress.ofTotal(Math.max(frames_total, frames_done))}</small>
          )}
        </Fact>
        <Fact name={texts.runs.panels.progress.videoTime}>{formatDuration(media_time_s)}</Fact>
        <Fact name={texts.runs.words.speed}>{speedText(run) ?? '–'}</Fact>
      </dl>
      {!waiting && <LiveFrame runId={run.id} />}
    </section>
  )
}

/** 0 to 1; null when the total is unknown. The total is an estimate, so at most 99% before the end. */
export function progressShare({ progress, status }: Pick<WorkflowRun, 'progress' | 'status'>): number | null {
  if (status === 'completed') return 1
  const { frames_done, frames_total } = progress
  return frames_total ? Math.min(0.99, frames_done / frames_total) : null
}
