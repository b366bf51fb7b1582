/** The time line under the video: position, jumps by dragging, marks of events. */
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { texts } from '../../messages/texts.ts'
import { formatTimecode } from '../../ui/format.ts'
import { type Transport, usePlaybackValue } from './playback.ts'
import classes from './player.module.css'

interface ScrubberProps {
  playback: Transport
  duration: number
  marks: readonly number[]
}

export function Scrubber({ playback, duration, marks }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null)
  const share = usePlaybackValue(playback, (t) => (duration > 0 ? Math.round((t / duration) * 2000) / 2000 : 0))
  const ticks = useMemo(() => spread(marks, duration), [marks, duration])

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
      <Ticks ticks={ticks} />
      <div className={classes.rail}>
        <div className={classes.done} style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.thumb} style={{ left: `${share * 100}%` }} />
    </div>
  )
}

const BINS = 400

/** Marks by bin: how full each is, 0 to 1. */
function spread(marks: readonly number[], duration: number): Float32Array {
  const bins = new Float32Array(BINS)
  if (duration <= 0) return bins
  for (const t of marks) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((t / duration) * BINS)))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  const most = Math.max(1, ...bins)
  return bins.map((n) => (n === 0 ? 0 : 0.35 + 0.65 * (n / most)))
}

/** Drawn, not built of elements: there may be as many marks as pixels. */
function Ticks({ ticks }: { ticks: Float32Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    context.clearRect(0, 0, width, height)
    context.fillStyle = '#a970ff'
    ticks.forEach((level, i) => {
      context.globalAlpha = level
      if (level > 0) context.fillRect((i / BINS) * width, 0, Math.max(2, width / BINS - 1), height)
    })
  }, [ticks])
  return <canvas ref={canvas} className={classes.ticks} width={1200} height={8} />
}
