/** The lanes of a comparison; a press on a mark seeks both players to its frame. */
import { useMemo } from 'react'
import { lastAtMost } from '../../../parts/run/records/tracks/columns.ts'
import { markX, type PaintLane, type TimelineLane } from '../../../parts/run/timeline/timeline-lane.ts'
import { texts } from '../../../texts/texts.ts'
import type { Comparison, RunNumber } from '../comparison/use-comparison.ts'
import { type EventPair, isDifference, whatOf } from '../matching/match-events.ts'
import type { Place, Places } from '../matching/places.ts'

const T = texts.compare.timeline
const HEAD_PX = 3
const RUN_NUMBERS: readonly RunNumber[] = ['1', '2']

export function usePairLanes({ places, pairs, silent, showPair }: Comparison): readonly TimelineLane[] {
  return useMemo(
    () =>
      pairLanes(places, pairs).map((lane): TimelineLane => {
        const { key, title, color, counts, times } = lane
        const note = RUN_NUMBERS.filter((number) => !silent.includes(number)).map((number) =>
          T.count(number, counts[number]),
        )
        return {
          key,
          title,
          color,
          note: note.join(' · '),
          stops: times,
          paint: paintOf(lane, silent.length === 0),
          markAt(timeS, withinS) {
            const pair = nearestPair(lane, timeS, withinS)
            return pair && { timeS: pair.timeS, text: pairText(pair, silent.length === 0), open: () => showPair(pair) }
          },
          textAt: () => '',
        }
      }),
    [places, pairs, silent, showPair],
  )
}

function pairText(pair: EventPair, comparable: boolean): string {
  const where = pair.a === null ? T.onlyB : pair.b === null ? T.onlyA : T.both
  return `${pair.className} ${whatOf(pair)}${comparable ? `  ${where}` : ''}`
}

/**
 * A mark of both runs is a thin line through the middle; one of a single run is thick, with a head, on its own side. If
 * the other run wrote no events, the mark is a thin line on its side, because a difference can't be determined.
 */
const paintOf =
  ({ pairs }: PairLane, comparable: boolean): PaintLane =>
  (context, area) => {
    const { width, height, color } = area
    const middle = height / 2
    context.fillStyle = color('line-strong')
    context.fillRect(0, middle - 0.5, width, 1)
    context.strokeStyle = color('faint')
    context.lineWidth = 1.25
    for (const pair of pairs) {
      if (comparable && isDifference(pair)) continue
      const { a, b } = pair
      context.beginPath()
      if (a) context.moveTo(markX(a.timeS, area), 3)
      if (a) context.lineTo(markX(a.timeS, area), middle - 1)
      // The line is slanted when the event is later in one run.
      if (b) context[a ? 'lineTo' : 'moveTo'](markX(b.timeS, area), middle + 1)
      if (b) context.lineTo(markX(b.timeS, area), height - 3)
      context.stroke()
    }
    context.fillStyle = color('warn')
    for (const pair of pairs) {
      if (!comparable || !isDifference(pair)) continue
      const x = markX(pair.timeS, area)
      const up = pair.a !== null
      context.fillRect(x - 1, up ? 4 : middle + 1, 2, middle - 5)
      context.beginPath()
      context.arc(x, up ? 4.5 : height - 4.5, HEAD_PX, 0, 2 * Math.PI)
      context.fill()
    }
  }

/** Lanes of a comparison: the counts of both runs at each line and zone, run 1 above the middle and run 2 below. */
interface PairLane extends Place {
  /** Sorted by time. */
  pairs: readonly EventPair[]
  times: Float64Array
  counts: Record<RunNumber, number>
}

/** Returns a lane for each place, including those without events. Exits are not counts, so they have marks only. */
function pairLanes(places: Places, pairs: readonly EventPair[]): PairLane[] {
  const byPlace = new Map<string, EventPair[]>(places.all.map((p) => [p.key, []]))
  for (const pair of pairs) byPlace.get(pair.place)?.push(pair)
  return places.all.map((place) => {
    const own = byPlace.get(place.key) ?? []
    const counted = own.filter((p) => p.type !== 'zone_exit')
    const counts = { 1: counted.filter((p) => p.a).length, 2: counted.filter((p) => p.b).length }
    return { ...place, pairs: own, times: Float64Array.from(own, (p) => p.timeS), counts }
  })
}

/** The nearest pair within reach of a time; a difference counts half its distance. O(log n + pairs within reach). */
function nearestPair({ pairs, times }: PairLane, timeS: number, withinS: number): EventPair | null {
  let best: EventPair | null = null
  let worth = Number.POSITIVE_INFINITY
  for (let i = lastAtMost(times, times.length, timeS - withinS - 1e-9) + 1; i < pairs.length; i++) {
    const pair = pairs[i] as EventPair
    const away = Math.abs(pair.timeS - timeS)
    if (pair.timeS > timeS + withinS) break
    const cost = isDifference(pair) ? away / 2 : away
    if (cost < worth) {
      best = pair
      worth = cost
    }
  }
  return best
}
