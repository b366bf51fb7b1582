/** Describes in sentences why something was or was not counted. */
import type { Evidence, LineEvidence, ZoneEvidence } from '../../../../../shared/domain/evidence.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { formatDecimal, formatTimecode } from '../../../../base/format/format.ts'
import { textOf } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'

const words = texts.runs.evidence.text

const who = ({ class_name, track_id }: Evidence) =>
  `${class_name ? capital(class_name) : texts.runs.words.track} #${track_id}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** `120 ms`, `3.4 s`. */
export const briefly = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${formatDecimal(seconds, seconds < 10 ? 1 : 0)} s`

export const explain = (evidence: Evidence): string =>
  evidence.kind === 'line' ? explainLine(evidence) : explainZone(evidence)

function explainLine(e: LineEvidence): string {
  if (!e.counted) return words.notCountedAtLine(who(e), e.geometry, reasonOf(e))
  const [from, to] = e.direction === 'b_to_a' ? ['B', 'A'] : ['A', 'B']
  const met = e.crossed_s === null ? '' : words.metAt(formatTimecode(e.crossed_s))
  const often = e.meetings > 1 ? words.often(e.meetings) : ''
  const stay = e.settle_s > 0 ? words.stayed(briefly(e.clear_s), briefly(e.settle_s)) : words.atOnce
  return words.crossed(who(e), from, to, e.geometry, met, often, stay, formatTimecode(e.decided_s))
}

function explainZone(e: ZoneEvidence): string {
  if (!e.counted) return words.notCountedInZone(who(e), e.geometry, reasonOf(e))
  const until = e.open_at_end ? words.stillInside : words.lastInside(formatTimecode(e.left_s))
  return words.visited(who(e), e.geometry, formatTimecode(e.entered_s), until, briefly(e.dwell_s))
}

function reasonOf(e: Evidence): string {
  if (e.reason === null) return words.noReason
  const sentence = textOf(message(`near_miss.${e.reason}`))
  if (e.reason === 'did_not_settle' || e.reason === 'left_before_settling') {
    return words.stayedOnly(sentence, briefly(e.clear_s), briefly(e.settle_s))
  }
  return sentence
}

/** The time to seek to: when the line was met or the zone entered, else when the decision was made. */
export function decisiveTime(e: Evidence): number {
  if (e.kind === 'line') return e.crossed_s ?? e.decided_s
  return e.counted ? e.entered_s : (e.path[e.path.length >> 1]?.time_s ?? e.decided_s)
}
