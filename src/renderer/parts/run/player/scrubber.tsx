/** The scrubber under the video: shows the position and seeks by dragging. */
import { type PointerEvent, useRef } from 'react'
import { formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { type Transport, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'

interface ScrubberProps {
  playback: Transport
  duration: number
}

export function Scrubber({ playback, duration }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null)
  const share = usePlaybackValue(playback, (t) => (duration > 0 ? Math.round((t / duration) * 2000) / 2000 : 0))

  const seekTo = (event: PointerEvent) => {
    const rect = track.current?.getBoundingClientRect()
    if (rect && duration > 0) playback.seek(((event.clientX - rect.left) / rect.width) * duration)
  }
  return (
    <div
      ref={track}
      className={classes.scrubber}
      role="slider"
      tabIndex={0}
      aria-label={texts.runs.player.scrubber.position}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(share * duration)}
      aria-valuetext={formatTimecode(share * duration)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
    >
      <div className={classes.rail}>
        <div className={classes.done} style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.thumb} style={{ left: `${share * 100}%` }} />
    </div>
  )
}
