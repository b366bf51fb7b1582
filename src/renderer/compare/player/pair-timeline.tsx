/** The events of both runs on one time line. A click on a mark leads both pictures to its frame. */
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { texts } from '../../messages/texts.ts'
import timeline from '../../runs/timeline/timeline.module.css'
import { formatTimecode } from '../../ui/format.ts'
import classes from '../compare.module.css'
import { whatOf } from '../event-words.ts'
import type { EventPair } from '../matching/match-events.ts'
import type { Comparison } from '../use-comparison.ts'
import { LaneArt } from './lane-art.tsx'
import { nearestPair, type PairLane, pairLanes } from './pair-lanes.ts'

const T = texts.compare.timeline
/** How near to a mark a click means it. */
const REACH_PX = 6

export function PairTimeline({ comparison, duration }: { comparison: Comparison; duration: number }) {
  const { duet, places, pairs, showPair } = comparison
  const lanes = useMemo(() => pairLanes(places, pairs), [places, pairs])
  const plot = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLDivElement>(null)
  const hover = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const move = () => {
      if (now.current) now.current.style.left = `${duration > 0 ? (duet.getTime() / duration) * 100 : 0}%`
    }
    move()
    return duet.subscribe(move)
  }, [duet, duration])

  /** Where a pointer is, and at what. */
  const at = ({ clientX }: PointerEvent, lane: PairLane) => {
    const { left = 0, width = 0 } = plot.current?.getBoundingClientRect() ?? {}
    const share = width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0
    const timeS = share * duration
    return { share, timeS, pair: width > 0 ? nearestPair(lane, timeS, (REACH_PX / width) * duration) : null }
  }
  /** Written into the page at once, without a render for each move. */
  const point = (event: PointerEvent, lane: PairLane) => {
    if (!hover.current || !tip.current) return
    const { share, timeS, pair } = at(event, lane)
    hover.current.hidden = false
    hover.current.style.left = `${share * 100}%`
    tip.current.textContent = pair ? tipText(pair) : formatTimecode(timeS)
    tip.current.dataset.side = share > 0.7 ? 'left' : 'right'
  }
  const take = (event: PointerEvent, lane: PairLane) => {
    const { timeS, pair } = at(event, lane)
    if (pair) showPair(pair)
    else duet.seek(timeS)
  }
  if (lanes.length === 0 || duration <= 0) return null
  return (
    <section className={`${timeline.timeline} ${classes.timeline}`} aria-label={T.name}>
      <div>
        {lanes.map((lane) => (
          <div key={lane.key} className={`${timeline.name} ${classes.laneName}`} title={lane.title}>
            {lane.color && <i style={{ background: lane.color }} aria-hidden="true" />}
            <span>{lane.title}</span>
            <small>{T.count(lane.counts.a, lane.counts.b)}</small>
          </div>
        ))}
      </div>
      <div
        ref={plot}
        className={timeline.plot}
        onPointerLeave={() => {
          if (hover.current) hover.current.hidden = true
        }}
      >
        {lanes.map((lane) => (
          <div
            key={lane.key}
            className={`${timeline.lane} ${classes.lane}`}
            data-lane={lane.title}
            onPointerMove={(e) => point(e, lane)}
            onPointerDown={(e) => e.button === 0 && take(e, lane)}
          >
            <LaneArt lane={lane} duration={duration} />
          </div>
        ))}
        <div ref={now} className={timeline.now} />
        <div ref={hover} className={timeline.hover} hidden>
          <div ref={tip} className={timeline.tip} />
        </div>
      </div>
    </section>
  )
}

function tipText(pair: EventPair): string {
  const where = pair.a === null ? T.onlyB : pair.b === null ? T.onlyA : T.both
  return `${formatTimecode(pair.timeS)}  ${pair.className} ${whatOf(pair)}  ${where}`
}
