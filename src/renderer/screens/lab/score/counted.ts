/** The counts of a run at one line or zone, in the terms of the marks. */
import type { Counted } from '../../../../shared/accuracy/score.ts'
import type { TruthKind } from '../../../../shared/domain/truth.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'

export interface CountedEvent extends Counted {
  event: EventRow
}

const KINDS: Record<string, TruthKind> = { zone_entry: 'entry', zone_exit: 'exit' }

function kindOf({ type, direction }: EventRow): TruthKind | null {
  if (type !== 'line_crossing') return KINDS[type] ?? null
  return direction === 'a_to_b' || direction === 'b_to_a' ? direction : null
}

/**
 * @param endS end of the media: exits at or after it are skipped, because they close open visits and are not visible
 */
export function countedAt(
  events: readonly EventRow[],
  { nodeId, name }: { nodeId: string; name: string },
  endS: number,
): CountedEvent[] {
  return events.flatMap((event): CountedEvent[] => {
    if (event.nodeId !== nodeId || event.geometry !== name) return []
    const kind = kindOf(event)
    if (kind === null || (kind === 'exit' && endS > 0 && event.timeS >= endS)) return []
    return [{ event, kind, timeS: event.timeS, className: event.className }]
  })
}
