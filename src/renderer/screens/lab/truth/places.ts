/** Lines and zones with their marks. */
import type { TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'

/** The name and kind that identify a place. */
export type PlaceId = Pick<TruthPlace, 'name' | 'kind'>

export const samePlace = (a: PlaceId, b: PlaceId): boolean => a.name === b.name && a.kind === b.kind

/** Returns the place with its marks; an empty one when it has none. */
export const placeIn = (places: readonly TruthPlace[], { name, kind }: PlaceId): TruthPlace =>
  places.find((p) => samePlace(p, { name, kind })) ?? { name, kind, watched: [], marks: [] }

/** Changes one place, and adds it when it is missing. */
export function withPlace(places: readonly TruthPlace[], id: PlaceId, change: (place: TruthPlace) => TruthPlace) {
  const known = places.some((p) => samePlace(p, id))
  const all = known ? places : [...places, placeIn([], id)]
  return all.map((p) => (samePlace(p, id) ? change(p) : p))
}

export const byTime = (marks: readonly TruthMark[]): TruthMark[] => [...marks].sort((a, b) => a.time_s - b.time_s)
