/** The latest frame of a live run. It is requested only while visible, because the engine renders frames on request. */
import { useEffect, useState } from 'react'
import type { RunPicture } from '../../../../shared/domain/run.ts'
import { formatTimecode } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './progress.module.css'

const EVERY_MS = 1000

export function LiveFrame({ runId }: { runId: string }) {
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
