/** Sliced inference, results: merges the detections of overlapping tiles, and of the whole image, into one list. */
import { type Box, boxArea, iou } from '../../../shared/domain/geometry.ts'

export interface ScoredBox {
  box: Box
  score: number
  classId: number
}

export interface TileResult<T extends ScoredBox> {
  /** The inspected part of the image. */
  area: Box
  /** Boxes in pixels of the image, already suppressed among themselves. */
  found: readonly T[]
}

export interface MergeOptions {
  /** Also merge across classes; the detection with the highest score gives the class. */
  classAgnostic: boolean
  /** Maximum number of results, highest score first. */
  maxDetections: number
}

/** Two boxes that match better than this are merged, as in obss/sahi (`postprocess_match_threshold`). */
const MATCH = 0.5
/** A box that ends this close to its tile's edge, as a share of the tile, counts as cut off. */
const CUT = 0.02
/** Matching is quadratic; an image full of noise must not stall a run. */
const CANDIDATES_PER_KEPT = 10
const MIN_CANDIDATES = 1000

interface Candidate<T> {
  seen: T
  tile: number
  area: Box
  cut: boolean
}

/**
 * Greedy non-maximum merging (SAHI, Akyon et al. 2022): the detection with the highest score absorbs all that match it.
 * Two boxes match when they are the same box within the part of the image that both tiles cover: by intersection over
 * union, or over the smaller one when that is cut off by its tile. So halves of an object that no tile contains whole
 * match each other, and a small object in front of a large one is kept. Boxes of one tile are never merged: the model
 * has already separated them.
 *
 * A merged result has the highest score; all else is of the best detection that is not cut off. If all are cut off, the
 * box is the one around all parts. `whole` is the area that the tiles cover together. Results are by falling score;
 * equal scores keep the order of the tiles, so the result depends only on the detections.
 */
export function mergeTiles<T extends ScoredBox>(
  tiles: readonly TileResult<T>[],
  whole: Box,
  options: MergeOptions,
): T[] {
  const limit = Math.max(MIN_CANDIDATES, CANDIDATES_PER_KEPT * options.maxDetections)
  const candidates = tiles
    .flatMap(({ area, found }, tile) =>
      found.map((seen): Candidate<T> => ({ seen, tile, area, cut: isCut(seen.box, area, whole) })),
    )
    .sort((a, b) => b.seen.score - a.seen.score)
    .slice(0, limit)
  const free = new Set(candidates)
  const merged: T[] = []
  for (const leader of candidates) {
    if (merged.length >= options.maxDetections) break
    if (free.delete(leader)) merged.push(asOne(gather(leader, free, options.classAgnostic)))
  }
  return merged
}

/**
 * Removes from `free` the detections of the same object as `leader`: at most one of each other tile, the best match.
 */
function gather<T extends ScoredBox>(
  leader: Candidate<T>,
  free: Set<Candidate<T>>,
  classAgnostic: boolean,
): Candidate<T>[] {
  const group = [leader]
  const tiles = new Set([leader.tile])
  for (const member of group) {
    const best = new Map<number, { candidate: Candidate<T>; match: number }>()
    for (const candidate of free) {
      if (tiles.has(candidate.tile)) continue
      if (!classAgnostic && candidate.seen.classId !== leader.seen.classId) continue
      const match = sameness(member, candidate)
      if (match > MATCH && match > (best.get(candidate.tile)?.match ?? 0))
        best.set(candidate.tile, { candidate, match })
    }
    for (const { candidate } of best.values()) {
      group.push(candidate)
      tiles.add(candidate.tile)
      free.delete(candidate)
    }
  }
  return group
}

function asOne<T extends ScoredBox>(group: readonly Candidate<T>[]): T {
  const [leader] = group as [Candidate<T>]
  const seenWhole = group.filter((c) => !c.cut).sort((a, b) => b.seen.score - a.seen.score)[0]
  if (seenWhole) return { ...seenWhole.seen, score: leader.seen.score, classId: leader.seen.classId }
  return { ...leader.seen, box: group.map((c) => c.seen.box).reduce(around) }
}

/** 0 to 1. */
function sameness<T extends ScoredBox>(a: Candidate<T>, b: Candidate<T>): number {
  const common = intersection(a.area, b.area)
  if (!common) return 0
  const [boxA, boxB] = [intersection(a.seen.box, common), intersection(b.seen.box, common)]
  const shared = boxA && boxB && intersection(boxA, boxB)
  if (!shared) return 0
  const [areaA, areaB] = [boxArea(boxA), boxArea(boxB)]
  const smallerIsCut = areaA < areaB ? a.cut : b.cut
  return smallerIsCut ? boxArea(shared) / Math.min(areaA, areaB) : iou(boxA, boxB)
}

/** True when the box ends at its tile's edge inside the image. */
function isCut(box: Box, area: Box, whole: Box): boolean {
  const x = CUT * (area.x2 - area.x1)
  const y = CUT * (area.y2 - area.y1)
  return (
    (area.x1 > whole.x1 && box.x1 <= area.x1 + x) ||
    (area.y1 > whole.y1 && box.y1 <= area.y1 + y) ||
    (area.x2 < whole.x2 && box.x2 >= area.x2 - x) ||
    (area.y2 < whole.y2 && box.y2 >= area.y2 - y)
  )
}

function intersection(a: Box, b: Box): Box | null {
  const x1 = Math.max(a.x1, b.x1)
  const y1 = Math.max(a.y1, b.y1)
  const x2 = Math.min(a.x2, b.x2)
  const y2 = Math.min(a.y2, b.y2)
  return x2 > x1 && y2 > y1 ? { x1, y1, x2, y2 } : null
}

const around = (a: Box, b: Box): Box => ({
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
  x2: Math.max(a.x2, b.x2),
  y2: Math.max(a.y2, b.y2),
})
