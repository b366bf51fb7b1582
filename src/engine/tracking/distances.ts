/** The distance between tracks and detections, as defined by ByteTrack and BoT-SORT. */
import { type CostPairs, overlapPairs } from './overlap-pairs.ts'
import type { Sighting, Track } from './track-state.ts'

export interface DistanceRules {
  /**
   * Multiply overlap by the detection's score (`fuse_score`), so that of boxes that fit equally well the one with the
   * higher score wins.
   */
  fuse: boolean
  /** Never pair a track with a detection of another class. */
  sameClass: boolean
  /** Limits up to which appearance is used; null when only overlap counts. */
  appearance: { proximity: number; threshold: number } | null
}

/**
 * 1 - IoU, or half the cosine distance of appearances if that is less. Appearance counts only up to the distances
 * `proximity` (of boxes) and `threshold` (of appearances).
 */
export function distances(tracks: readonly Track[], seen: readonly Sighting[], rules: DistanceRules): CostPairs {
  const { fuse, sameClass, appearance } = rules
  const cost = (row: number, col: number, iou: number): number => {
    const track = tracks[row] as Track
    const { detection, appearance: seenAppearance } = seen[col] as Sighting
    if (sameClass && track.className !== detection.className) return 1
    const byBox = 1 - (fuse ? iou * detection.score : iou)
    if (!appearance || !track.appearance || !seenAppearance || 1 - iou > appearance.proximity) return byBox
    const byAppearance = halfCosineDistance(track.appearance, seenAppearance)
    return byAppearance > appearance.threshold ? byBox : Math.min(byBox, byAppearance)
  }
  return overlapPairs(tracks, seen, cost, appearance !== null && appearance.proximity >= 1)
}

/** Of vectors of length 1: 0 for equal ones, 1 for opposite ones; 1 when their lengths differ. */
function halfCosineDistance(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 1
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] as number) * (b[i] as number)
  return Math.max(0, 1 - dot) / 2
}
