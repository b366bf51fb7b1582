/** What was watched and marked, over time; a click goes there. */
import { type PointerEvent, useEffect, useRef } from 'react'
import type { Interval } from '../../../shared/domain/truth.ts'
import type { Transport } from '../../runs/player/playback.ts'
import classes from './player.module.css'

export interface TimelineTick {
  key: string
  timeS: number
  /** In the upper half: A to B, or an entry. */
  up: boolean
  tone: 'mark' | 'right' | 'wrong'
  chosen?: boolean
}

export interface TimelineLane {
  key: string
  title: string
  note: string
  spans: readonly Interval[]
  ticks: readonly TimelineTick[]
}

interface LabTimelineProps {
  playback: Transport
  duration: number
  lanes: readonly TimelineLane[]
}

export function LabTimeline({ playback, duration, lanes }: LabTimelineProps) {
  const plot = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      if (now.current) now.current.style.left = percent(playback.getTime(), duration)
    }
    move()
    return playback.subscribe(move)
  }, [playback, duration])
  if (duration <= 0) return null
  const go = (event: PointerEvent) => {
    const rect = plot.current?.getBoundingClientRect()
    if (event.button !== 0 || !rect || rect.width === 0) return
    playback.seek(Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width)) * duration)
  }
  return (
    <div className={classes.timeline}>
      <div>
        {lanes.map((lane) => (
          <div key={lane.key} className={classes.name}>
            <span>{lane.title}</span>
            <small>{lane.note}</small>
          </div>
        ))}
      </div>
      <div ref={plot} className={classes.plot} onPointerDown={go} aria-hidden="true">
        {lanes.map((lane) => (
          <div key={lane.key} className={classes.lane} data-lane={lane.key}>
            {lane.spans.map(([from, to]) => (
              <i
                key={from}
                className={classes.span}
                style={{ left: percent(from, duration), width: percent(to - from, duration) }}
              />
            ))}
            {lane.ticks.map(({ key, timeS, up, tone, chosen }) => (
              <i
                key={key}
                className={classes.tick}
                data-up={up || undefined}
                data-tone={tone}
                data-chosen={chosen || undefined}
                style={{ left: percent(timeS, duration) }}
              />
            ))}
          </div>
        ))}
        <div ref={now} className={classes.now} />
      </div>
    </div>
  )
}

const percent = (timeS: number, duration: number): string => `${Math.min(100, Math.max(0, (timeS / duration) * 100))}%`
