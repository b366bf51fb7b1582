/** Counts as they were at a frame. */

import { texts } from '../../../texts/texts.ts'
import { type EventRow, PlaceMap } from '../records/events/event-row.ts'
import { lastAtMost } from '../records/tracks/columns.ts'

const COUNTED = ['a_to_b', 'b_to_a', 'zone_entry', 'zone_exit'] as const
type Counted = (typeof COUNTED)[number]

export interface Moment {
  timeS: number
  /** Null when the frame has no record. */
  frameNumber: number | null
}

export interface LiveCounts {
  /** Returns how often something had happened at a line or zone by the time the frame was shown. */
  count(nodeId: string, geometry: string, what: Counted, at: Moment): number
  /** The text in the overlay: “A→B 7  B→A 3” or “3 inside”. */
  label(kind: 'line' | 'zone', nodeId: string, geometry: string, at: Moment): string
}

/** O(events log events) once, O(log events) per lookup. */
export function liveCounts(events: readonly EventRow[]): LiveCounts {
  const places = new PlaceMap<{ frames: number[]; times: number[] }>()
  for (const { type, direction, nodeId, geometry, frameNumber, timeS } of events) {
    const what = type === 'line_crossing' ? direction : type
    if (!(COUNTED as readonly string[]).includes(what)) continue
    const series = places.getOrMake(nodeId, geometry, what, () => ({ frames: [], times: [] }))
    series.times.push(timeS)
    if (frameNumber !== null) series.frames.push(frameNumber)
  }
  for (const { frames, times } of places.all) {
    frames.sort((a, b) => a - b)
    times.sort((a, b) => a - b)
  }
  const count: LiveCounts['count'] = (nodeId, geometry, what, { timeS, frameNumber }) => {
    const series = places.get(nodeId, geometry, what)
    if (!series) return 0
    const { frames, times } = series
    // A crossing is counted in the frame in which it was committed, a little after the line was met.
    if (frameNumber !== null && frames.length === times.length)
      return lastAtMost(frames, frames.length, frameNumber) + 1
    return lastAtMost(times, times.length, timeS) + 1
  }
  return {
    count,
    label(kind, nodeId, geometry, at) {
      const of = (what: Counted) => count(nodeId, geometry, what, at)
      if (kind === 'line') return `A→B ${of('a_to_b')}  B→A ${of('b_to_a')}`
      return texts.runs.overlay.inside(Math.max(0, of('zone_entry') - of('zone_exit')))
    },
  }
}
