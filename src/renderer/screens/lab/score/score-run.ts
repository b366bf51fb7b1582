/** Scores a run's counts at all watched lines and zones against their marks. */
import { type Figures, figuresOf } from '../../../../shared/accuracy/figures.ts'
import { tidy } from '../../../../shared/accuracy/intervals.ts'
import { type Counted, type Score, type ScoreRules, scorePlace } from '../../../../shared/accuracy/score.ts'
import type { Interval, TruthKind, TruthPlace } from '../../../../shared/domain/truth.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { placeIn } from '../truth/truth-store.ts'

export interface Scored {
  places: readonly SceneGeometry[]
  truth: readonly TruthPlace[]
  rules: ScoreRules
  /** End of the media, or of the part that the run processed; 0 when unknown. */
  endS: number
}

/** The part of the watched time that the run processed. */
export const watchedUntil = (watched: readonly Interval[], endS: number): Interval[] =>
  endS <= 0 ? [...watched] : tidy(watched.map(([from, to]): Interval => [from, Math.min(to, endS)]))

export interface CountedEvent extends Counted {
  event: EventRow
}

const KINDS: Record<string, TruthKind> = { zone_entry: 'entry', zone_exit: 'exit' }

function kindOf({ type, direction }: EventRow): TruthKind | null {
  if (type !== 'line_crossing') return KINDS[type] ?? null
  return direction === 'a_to_b' || direction === 'b_to_a' ? direction : null
}

/**
 * The counts of a run at one line or zone, in the terms of the marks.
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

export function scoreAt(events: readonly EventRow[], place: SceneGeometry, of: Scored): Score<CountedEvent> {
  const { marks, watched } = placeIn(of.truth, place)
  return scorePlace(marks, countedAt(events, place, of.endS), watchedUntil(watched, of.endS), of.rules)
}

export const scoreRun = (events: readonly EventRow[], of: Scored): Figures =>
  figuresOf(of.places.map((place) => scoreAt(events, place, of)))
