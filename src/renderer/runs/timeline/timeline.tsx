/** Lanes of what happened, under the player: hover tells the time, a click goes there, a click on a mark to its event. */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { texts } from '../../messages/texts.ts'
import { formatTimecode } from '../../ui/format.ts'
import type { EventRow } from '../events/event-row.ts'
import type { Playback } from '../player/playback.ts'
import { laneStop, laneValueText } from './lane-walk.ts'
import { BINS, isUp, type Lane, nearestMark } from './lanes.ts'
import { TimeAxis } from './time-axis.tsx'
import classes from './timeline.module.css'

interface TimelineProps {
  playback: Playback
  lanes: readonly Lane[]
  duration: number
  onEvent: (event: EventRow) => void
  onSeek: (timeS: number) => void
}

/** How near to a mark a click means it. */
const REACH_PX = 6

export function Timeline({ playback, lanes, duration, onEvent, onSeek }: TimelineProps) {
  const plot = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLDivElement>(null)
  const hover = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const move = () => {
      if (now.current) now.current.style.left = `${duration > 0 ? (playback.getTime() / duration) * 100 : 0}%`
    }
    move()
    return playback.subscribe(move)
  }, [playback, duration])

  /** What a pointer is at: written into the page at once, without a render for each move. */
  const point = (event: PointerEvent, lane: Lane | null) => {
    const rect = plot.current?.getBoundingClientRect()
    if (!rect || rect.width === 0 || !hover.current || !tip.current) return
    const share = Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width))
    const timeS = share * duration
    const mark = lane && nearestMark(lane, timeS, (REACH_PX / rect.width) * duration)
    hover.current.hidden = false
    hover.current.style.left = `${share * 100}%`
    tip.current.textContent = lane ? laneValueText(lane, mark?.timeS ?? timeS, duration) : formatTimecode(timeS)
    tip.current.dataset.side = share > 0.7 ? 'left' : 'right'
  }
  const take = (event: PointerEvent, lane: Lane) => {
    const rect = plot.current?.getBoundingClientRect()
    if (!rect || rect.width === 0) return
    const timeS = Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width)) * duration
    const mark = nearestMark(lane, timeS, (REACH_PX / rect.width) * duration)
    if (mark) onEvent(mark)
    else onSeek(timeS)
  }
  /** Where the keys have walked to in each lane; from where the video stands, before that. */
  const walked = useRef(new Map<string, number>())
  const showAt = (timeS: number, text: string) => {
    if (!hover.current || !tip.current) return
    hover.current.hidden = false
    hover.current.style.left = `${(timeS / duration) * 100}%`
    tip.current.textContent = text
    tip.current.dataset.side = timeS / duration > 0.7 ? 'left' : 'right'
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, lane: Lane) => {
    const from = walked.current.get(lane.key) ?? playback.getTime()
    const mark = nearestMark(lane, from, 1e-6)
    const stop = laneStop(lane, event.key, from, duration)
    if (event.key === 'Enter' || event.key === ' ') {
      if (mark) onEvent(mark)
      else onSeek(from)
    } else if (stop !== null) {
      walked.current.set(lane.key, stop)
      const text = laneValueText(lane, stop, duration)
      event.currentTarget.setAttribute('aria-valuenow', String(Math.round(stop)))
      event.currentTarget.setAttribute('aria-valuetext', text)
      showAt(stop, text)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (lanes.length === 0 || duration <= 0) return null
  return (
    <section className={classes.timeline} aria-label={texts.runs.timeline.label}>
      <div className={classes.names}>
        {lanes.map((lane) => (
          <div key={lane.key} className={classes.name} title={lane.title}>
            {lane.color && <i style={{ background: lane.color }} aria-hidden="true" />}
            <span>{lane.title}</span>
            <small>{summary(lane)}</small>
          </div>
        ))}
      </div>
      <div
        ref={plot}
        className={classes.plot}
        onPointerLeave={() => {
          if (hover.current) hover.current.hidden = true
        }}
      >
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
            onBlur={() => {
              if (hover.current) hover.current.hidden = true
            }}
            onPointerMove={(e) => point(e, lane)}
            onPointerDown={(e) => e.button === 0 && take(e, lane)}
          >
            <LaneArt lane={lane} duration={duration} />
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

const summary = ({ kind, marks, most }: Lane): string =>
  kind === 'line' ? texts.runs.timeline.counted(marks.length) : texts.runs.timeline.atMost(most)

/** Drawn, not built of elements: there may be as many marks as pixels. */
function LaneArt({ lane, duration }: { lane: Lane; duration: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('dark')
  const shown = useMemo(() => ({ lane, duration, scheme }), [lane, duration, scheme])
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
      paintLane(context, shown.lane, shown.duration, width, height, {
        area: style.getPropertyValue('--sl-line-strong').trim(),
        mark: shown.lane.color || style.getPropertyValue('--sl-accent').trim(),
      })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [shown])
  return <canvas ref={canvas} className={classes.art} />
}

function paintLane(
  context: CanvasRenderingContext2D,
  { kind, levels, most, marks }: Lane,
  duration: number,
  width: number,
  height: number,
  color: { area: string; mark: string },
): void {
  context.clearRect(0, 0, width, height)
  context.fillStyle = color.area
  context.beginPath()
  context.moveTo(0, height)
  for (let bin = 0; bin < BINS; bin++) {
    const y = height - ((levels[bin] as number) / Math.max(1, most)) * (height - 3)
    context.lineTo((bin / BINS) * width, y)
    context.lineTo(((bin + 1) / BINS) * width, y)
  }
  context.lineTo(width, height)
  context.fill()
  context.fillStyle = color.mark
  const middle = height / 2
  /** Where a mark stands already, above and below: very many fall on the same pixel. */
  const drawn = [new Uint8Array(width + 1), new Uint8Array(width + 1)] as const
  for (const mark of marks) {
    const up = isUp(mark)
    const x = Math.max(0, Math.min(width - 2, Math.round((mark.timeS / duration) * width - 1)))
    if (drawn[up ? 0 : 1][x]) continue
    drawn[up ? 0 : 1][x] = 1
    if (kind === 'line') context.fillRect(x, up ? 3 : middle + 0.5, 2, middle - 3.5)
    else context.fillRect(x, up ? 3 : height - 8, 2, up ? height - 6 : 5)
  }
}
