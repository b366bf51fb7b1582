/** Walking through a lane by keys: from mark to mark where there are marks, else from change to change. */
import { texts } from '../../messages/texts.ts'
import { formatTimecode } from '../../ui/format.ts'
import { directionText } from '../events/cumulative.ts'
import { eventTitle } from '../events/event-title.ts'
import { BINS, binOf, type Lane, nearestMark } from './lanes.ts'

const SAME_S = 1e-6
const AT_S = 1e-3

/** The time that a key leads to; null for a key that leads nowhere. */
export function laneStop(lane: Lane, key: string, fromS: number, durationS: number): number | null {
  const { times } = lane
  if (key === 'Home') return times[0] ?? 0
  if (key === 'End') return times.at(-1) ?? durationS
  const by = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 0
  if (by === 0) return null
  if (times.length > 0) {
    const next = by > 0 ? times.find((t) => t > fromS + SAME_S) : times.findLast((t) => t < fromS - SAME_S)
    return next ?? fromS
  }
  const level = (bin: number) => lane.levels[bin]
  let bin = binOf(fromS, durationS)
  const before = level(bin)
  while (bin + by >= 0 && bin + by < BINS) {
    bin += by
    if (level(bin) !== before) break
  }
  // The middle of the bin: its very beginning may count as the one before.
  return ((bin + 0.5) / BINS) * durationS
}

/** What a lane shows at a time, in words. */
export function laneValueText(lane: Lane, timeS: number, durationS: number): string {
  const event = nearestMark(lane, timeS, AT_S)
  if (event) {
    const what = event.type === 'line_crossing' ? directionText(event.direction) : eventTitle(event.type)
    const track = event.trackId === null ? '' : ` #${event.trackId}`
    return `${formatTimecode(event.timeS)}  ${event.className}${track} ${what}`
  }
  const words = texts.runs.timeline
  const unit = lane.kind === 'line' ? words.soFar : lane.kind === 'zone' ? words.inside : words.objects
  return `${formatTimecode(timeS)}  ${unit(lane.levels[binOf(timeS, durationS)] ?? 0)}`
}
