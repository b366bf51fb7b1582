/** Why something was counted, or why it was not, in sentences. */
import {
  type Evidence,
  type LineEvidence,
  NEAR_MISS_REASONS,
  type ZoneEvidence,
} from '../../../shared/domain/evidence.ts'
import { formatTimecode } from '../../ui/format.ts'

const who = ({ class_name, track_id }: Evidence) => `${class_name ? capital(class_name) : 'Track'} #${track_id}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)
/** `120 ms`, `3.4 s`. */
export const briefly = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`

export const explain = (evidence: Evidence): string =>
  evidence.kind === 'line' ? explainLine(evidence) : explainZone(evidence)

function explainLine(e: LineEvidence): string {
  if (!e.counted) return `${who(e)} was not counted at ${e.geometry}. ${reasonOf(e)}`
  const [from, to] = e.direction === 'b_to_a' ? ['B', 'A'] : ['A', 'B']
  const met = e.crossed_s === null ? '' : ` at ${formatTimecode(e.crossed_s)}`
  const often = e.meetings > 1 ? `, after meeting the line ${times(e.meetings)}` : ''
  const stay = e.settle_s > 0 ? `for ${briefly(e.clear_s)} (${briefly(e.settle_s)} are needed)` : 'at once'
  return `${who(e)} went from ${from} to ${to} across ${e.geometry}${met}${often}. It was clear on side ${to} ${stay} and was counted at ${formatTimecode(e.decided_s)}.`
}

function explainZone(e: ZoneEvidence): string {
  if (!e.counted) return `${who(e)} was not counted in ${e.geometry}. ${reasonOf(e)}`
  const until = e.open_at_end
    ? 'was still inside when the video ended'
    : `was last inside at ${formatTimecode(e.left_s)}`
  return `${who(e)} entered ${e.geometry} at ${formatTimecode(e.entered_s)} and ${until}: ${briefly(e.dwell_s)} in all.`
}

function reasonOf(e: Evidence): string {
  if (e.reason === null) return 'The evidence names no reason.'
  const sentence = NEAR_MISS_REASONS[e.reason]
  if (e.kind === 'line' && e.reason === 'did_not_settle') {
    return `${sentence} It stayed for ${briefly(e.clear_s)}; ${briefly(e.settle_s)} are needed.`
  }
  return sentence
}

/** The time to look at: when the line was met or the zone entered, else when it was decided. */
export function decisiveTime(e: Evidence): number {
  if (e.kind === 'line') return e.crossed_s ?? e.decided_s
  return e.counted ? e.entered_s : (e.path[e.path.length >> 1]?.time_s ?? e.decided_s)
}
