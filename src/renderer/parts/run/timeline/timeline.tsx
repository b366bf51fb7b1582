/** The time line under a player: its scrubber and its lanes. Hovering shows the time, a press seeks to it. */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { type Transport, usePlaybackValue } from '../player/playback.ts'
import player from '../player/player.module.css'
import classes from './timeline.module.css'
import { laneStop, type PaintLane, type TimelineLane } from './timeline-lane.ts'

interface TimelineProps {
  /** Accessible name of the lanes. */
  label: string
  playback: Transport
  lanes: readonly TimelineLane[]
  duration: number
}

/** A press this close to a mark opens the mark. */
const REACH_PX = 6
/** Distance from the upper edge of a lane to the text beside its mark. */
const TIP_PX = 3
/** Tolerance within which a key stop coincides with a mark, in seconds. */
const AT_S = 1e-3

export function Timeline({ label, playback, lanes, duration }: TimelineProps) {
  const hasLanes = lanes.length > 0 && duration > 0
  return (
    <div className={classes.timeline} data-lanes={hasLanes || undefined}>
      <div className={classes.scrubber}>
        <Scrubber playback={playback} duration={duration} />
      </div>
      {hasLanes && <Lanes label={label} playback={playback} lanes={lanes} duration={duration} />}
    </div>
  )
}

function Lanes({ label, playback, lanes, duration }: TimelineProps) {
  const plot = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLDivElement>(null)
  const hover = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  /** Time that the keys have reached in each lane; they start from the player's time. */
  const walked = useRef(new Map<string, number>())

  useEffect(() => {
    const move = () => {
      if (now.current) now.current.style.left = `${Math.min(1, playback.getTime() / duration) * 100}%`
    }
    move()
    return playback.subscribe(move)
  }, [playback, duration])

  /** Written to the DOM directly, to avoid a render for each move. */
  const showAt = (timeS: number, text: string, lane: HTMLElement) => {
    if (!hover.current || !tip.current) return
    tip.current.style.top = `${lane.offsetTop + TIP_PX}px`
    hover.current.hidden = false
    hover.current.style.left = `${(timeS / duration) * 100}%`
    tip.current.textContent = text
    tip.current.dataset.side = timeS / duration > 0.7 ? 'left' : 'right'
  }
  const hide = () => {
    if (hover.current) hover.current.hidden = true
  }
  /** The time under the pointer, and the distance within which a mark is hit. */
  const at = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 0 } = plot.current?.getBoundingClientRect() ?? {}
    if (width === 0) return { timeS: 0, withinS: 0 }
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    return { timeS: share * duration, withinS: (REACH_PX / width) * duration }
  }
  const go = (lane: TimelineLane, timeS: number, withinS: number) => {
    const mark = lane.markAt(timeS, withinS)
    if (mark) mark.open()
    else playback.seek(timeS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, lane: TimelineLane) => {
    const from = walked.current.get(lane.key) ?? playback.getTime()
    const stop = laneStop(lane.stops, event.key, from, duration)
    if (event.key === 'Enter' || event.key === ' ') go(lane, from, AT_S)
    else if (stop !== null) {
      walked.current.set(lane.key, stop)
      const text = textAt(lane, stop, AT_S)
      event.currentTarget.setAttribute('aria-valuenow', String(Math.round(stop)))
      event.currentTarget.setAttribute('aria-valuetext', text)
      showAt(stop, text, event.currentTarget)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section className={classes.lanes} aria-label={label}>
      <div>
        {lanes.map(({ key, title, color, note }) => (
          <div key={key} className={classes.name} title={title}>
            {color && <i style={{ background: color }} aria-hidden="true" />}
            <span>{title}</span>
            <small>{note}</small>
          </div>
        ))}
      </div>
      <div ref={plot} className={classes.plot} onPointerLeave={hide}>
        {lanes.map((lane) => (
          <div
            key={lane.key}
            className={classes.lane}
            data-lane={lane.title}
            role="slider"
            tabIndex={0}
            aria-label={texts.runs.timeline.walk(lane.title)}
            aria-valuemin={0}
            aria-valuemax={Math.round(duration)}
            aria-valuenow={0}
            onKeyDown={(e) => onKeyDown(e, lane)}
            onBlur={hide}
            onPointerMove={(e) => {
              const { timeS, withinS } = at(e)
              showAt(timeS, textAt(lane, timeS, withinS), e.currentTarget)
            }}
            onPointerDown={(e) => {
              if (e.button !== 0) return
              const { timeS, withinS } = at(e)
              go(lane, timeS, withinS)
            }}
          >
            <LaneCanvas paint={lane.paint} duration={duration} />
          </div>
        ))}
        <div ref={now} className={classes.now} />
        <div ref={hover} className={classes.hover} hidden>
          <div ref={tip} className={classes.tip} />
        </div>
      </div>
      <TimeAxis duration={duration} />
    </section>
  )
}

/** Describes a lane at a time: the nearby mark, if there is one. */
function textAt(lane: TimelineLane, timeS: number, withinS: number): string {
  const mark = lane.markAt(timeS, withinS)
  return `${formatTimecode(mark?.timeS ?? timeS)}  ${mark?.text ?? lane.textAt(timeS)}`.trimEnd()
}

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
const MAX_TICKS = 7

function axisTicks(durationS: number): number[] {
  const step = STEPS_S.find((s) => durationS / s <= MAX_TICKS) ?? Math.ceil(durationS / MAX_TICKS / 3600) * 3600
  // A label at the very end would overflow.
  return Array.from({ length: Math.floor((durationS * 0.97) / step) + 1 }, (_, i) => i * step)
}

/** The time labels under the lanes, at round intervals. */
function TimeAxis({ duration }: { duration: number }) {
  return (
    <>
      <div className={classes.unit}>{texts.runs.timeline.axis}</div>
      <div className={classes.axis} aria-hidden="true">
        {axisTicks(duration).map((timeS) => (
          <span key={timeS} style={{ left: `${(timeS / duration) * 100}%` }}>
            {formatDuration(timeS)}
          </span>
        ))}
      </div>
    </>
  )
}

/** A lane drawn on a canvas instead of built from elements, because it may have as many marks as pixels. */
function LaneCanvas({ paint, duration }: { paint: PaintLane; duration: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => ({ paint, duration, scheme }), [paint, duration, scheme])
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const draw = () => {
      const ratio = window.devicePixelRatio || 1
      const [width, height] = [element.clientWidth, element.clientHeight]
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      context.scale(ratio, ratio)
      const style = getComputedStyle(element)
      const color = (name: string) => style.getPropertyValue(`--sl-${name}`).trim()
      shown.paint(context, { width, height, durationS: shown.duration, color })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [shown])
  return <canvas ref={canvas} className={classes.art} />
}

interface ScrubberProps {
  playback: Transport
  duration: number
}

/** The scrubber under the video: shows the position and seeks by dragging. */
function Scrubber({ playback, duration }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null)
  const share = usePlaybackValue(playback, (t) => (duration > 0 ? Math.round((t / duration) * 2000) / 2000 : 0))

  const seekTo = (event: PointerEvent) => {
    const rect = track.current?.getBoundingClientRect()
    if (rect && duration > 0) playback.seek(((event.clientX - rect.left) / rect.width) * duration)
  }
  return (
    <div
      ref={track}
      className={player.scrubber}
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
      <div className={player.rail}>
        <div className={player.done} style={{ width: `${share * 100}%` }} />
      </div>
      <div className={player.thumb} style={{ left: `${share * 100}%` }} />
    </div>
  )
}
