/** The progress of an active run. */
import { Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RunPicture, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDuration, formatTimecode, formatTimeLeft } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
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

const EVERY_MS = 1000

/** The latest frame of a live run. It is requested only while visible, because the engine renders frames on request. */
function LiveFrame({ runId }: { runId: string }) {
  const frame = useLiveFrame(runId)
  if (!frame) return null
  const { width, height, jpeg, time_s } = frame
  const words = texts.runs.panels.liveFrame
  return (
    <figure className={classes.live}>
      <img src={`data:image/jpeg;base64,${jpeg}`} width={width} height={height} alt={words.alt} />
      <figcaption>{words.at(formatTimecode(time_s))}</figcaption>
    </figure>
  )
}

/** One request at a time: the next one follows the response, which may take as long as a frame does. */
function useLiveFrame(runId: string): RunPicture | null {
  const host = useHost()
  const [frame, setFrame] = useState<RunPicture | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const look = async () => {
      if (document.visibilityState === 'visible') {
        // A run that is queued or has just ended has no frame; the last one stays visible.
        const next = await host.api('workflowRuns.picture', { params: { run_id: runId } }).catch(() => null)
        if (next && !left) setFrame(next)
      }
      if (!left) timer = setTimeout(look, EVERY_MS)
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [host, runId])
  return frame
}
