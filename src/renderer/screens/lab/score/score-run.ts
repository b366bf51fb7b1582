/** Scores a run's counts at all watched lines and zones against their marks. */
import { type Figures, figuresOf } from '../../../../shared/accuracy/figures.ts'
import { tidy } from '../../../../shared/accuracy/intervals.ts'
import { type Score, type ScoreRules, scorePlace } from '../../../../shared/accuracy/score.ts'
import type { Interval, TruthPlace } from '../../../../shared/domain/truth.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { placeIn } from '../truth/places.ts'
import { type CountedEvent, countedAt } from './counted.ts'

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

export function scoreAt(events: readonly EventRow[], place: SceneGeometry, of: Scored): Score<CountedEvent> {
  const { marks, watched } = placeIn(of.truth, place)
  return scorePlace(marks, countedAt(events, place, of.endS), watchedUntil(watched, of.endS), of.rules)
}

export const scoreRun = (events: readonly EventRow[], of: Scored): Figures =>
  figuresOf(of.places.map((place) => scoreAt(events, place, of)))
