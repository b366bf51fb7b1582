/** Merges the marks of two windows on the same video, place by place, so that neither loses a mark. */
import { mergeIntervals } from '../../../../shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { mergeLists } from '../../../../shared/revisions/merge.ts'
import { byTime, type PlaceId, placeIn, samePlace } from './places.ts'

/**
 * Merges the edits of two windows that both began with `base`. A mark that both changed differently is duplicated: mine
 * keeps its id, theirs gets one derived from its content, so that each window computes the same copy.
 */
export function mergePlaces(
  base: readonly TruthPlace[],
  mine: readonly TruthPlace[],
  theirs: readonly TruthPlace[],
): TruthPlace[] {
  const has = (places: readonly TruthPlace[], id: PlaceId) => places.some((p) => samePlace(p, id))
  const all = [...mine, ...theirs.filter((p) => !has(mine, p))]
  return all.flatMap((id) => {
    const place = mergePlace(placeIn(base, id), placeIn(mine, id), placeIn(theirs, id))
    const isEmpty = place.marks.length === 0 && place.watched.length === 0
    return isEmpty && !(has(mine, id) && has(theirs, id)) ? [] : [place]
  })
}

function mergePlace(base: TruthPlace, mine: TruthPlace, theirs: TruthPlace): TruthPlace {
  const { value, conflicts } = mergeLists(base.marks, mine.marks, theirs.marks)
  const ids = new Set(value.map((m) => m.id))
  const copies = conflicts
    .flatMap((id) => theirs.marks.find((m) => m.id === id) ?? [])
    .map((mark) => ({ ...mark, id: copyIdOf(mark) }))
    .filter(({ id }) => !ids.has(id))
  const { name, kind } = mine
  const watched = mergeIntervals(base.watched, mine.watched, theirs.watched)
  return { name, kind, watched, marks: byTime([...value, ...copies]) }
}

/** Derived from the id and content of the mark, so that every window computes the same. */
const copyIdOf = ({ id, time_s, kind, class_name }: TruthMark): string =>
  `copy-${hashOf(JSON.stringify([id, time_s, kind, class_name]))}`

/** 53-bit cyrb53 hash of a text: ids need no cryptographic hash, and this one is synchronous. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
}

/** Returns the number of marks in the merged places that are missing in `before`. */
export function countNewMarks(before: readonly TruthPlace[], merged: readonly TruthPlace[]): number {
  const known = new Set(before.flatMap((p) => p.marks.map((m) => m.id)))
  return merged.flatMap((p) => p.marks).filter((m) => !known.has(m.id)).length
}
