/** Formats counts on one line. */
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

/** `Kerb line: 12 A → B, 8 B → A · Square: 5 visits`; empty when nothing was measured. */
export function countsSummary({ lines, zones }: RunCounts): string {
  const ofLine = (l: RunCounts['lines'][number]) =>
    `${l.name}: ${formatCount(l.a_to_b)} A → B, ${formatCount(l.b_to_a)} B → A`
  const ofZone = (z: RunCounts['zones'][number]) => `${z.name}: ${texts.runs.words.visits(z.visits)}`
  return [...lines.map(ofLine), ...zones.map(ofZone)].join(' · ')
}
