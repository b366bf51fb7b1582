/**
 * HOTA (Luiten et al., IJCV 2021) as TrackEval defines it: the mean over the overlap thresholds alpha = 0.05, 0.10, …
 * 0.95. Boxes of a frame are matched so that the tracks as a whole score best.
 */
import { bestMatching } from './best-matching.ts'
import { createPairTable, type PairTable } from './pair-table.ts'
import type { Comparison } from './similarity.ts'

export interface HotaScores {
  hota: number
  deta: number
  assa: number
  detRecall: number
  detPrecision: number
  assRecall: number
  assPrecision: number
  /** Mean overlap of matches. */
  localisation: number
}

const ALPHAS = Array.from({ length: 19 }, (_, k) => 0.05 + 0.05 * k)

interface AtAlpha {
  alpha: number
  matches: number
  overlap: number
  together: PairTable
}

export function hotaScores(comparison: Comparison): HotaScores {
  const { frames, trackBoxes, totalTruth, totalTracks } = comparison
  const alignment = alignmentOf(comparison)
  const levels = ALPHAS.map(
    (alpha): AtAlpha => ({ alpha, matches: 0, overlap: 0, together: createPairTable(trackBoxes.length) }),
  )
  for (const frame of frames) {
    const objectOf = (pair: number) => frame.truth[frame.row[pair] as number] as number
    const trackOf = (pair: number) => frame.tracks[frame.col[pair] as number] as number
    const overlapOf = (pair: number) => frame.iou[pair] as number
    const weightOf = (pair: number) => overlapOf(pair) * alignment(objectOf(pair), trackOf(pair))
    for (const pair of bestMatching(frame.truth.length, frame.tracks.length, frame, weightOf)) {
      const overlap = overlapOf(pair)
      for (const level of levels) {
        if (overlap < level.alpha - Number.EPSILON) break
        level.matches += 1
        level.overlap += overlap
        level.together.add(objectOf(pair), trackOf(pair), 1)
      }
    }
  }
  const scores = levels.map((level) => scoresAt(level, comparison, totalTruth, totalTracks))
  const mean = (of: keyof HotaScores) => scores.reduce((sum, s) => sum + s[of], 0) / scores.length
  return {
    hota: mean('hota'),
    deta: mean('deta'),
    assa: mean('assa'),
    detRecall: mean('detRecall'),
    detPrecision: mean('detPrecision'),
    assRecall: mean('assRecall'),
    assPrecision: mean('assPrecision'),
    localisation: mean('localisation'),
  }
}

/** Global alignment of an object and a track over the whole clip: a Jaccard index of frames, weighted by overlap. */
function alignmentOf({ frames, truthBoxes, trackBoxes }: Comparison): (object: number, track: number) => number {
  const potential = createPairTable(trackBoxes.length)
  for (const { truth, tracks, row, col, iou } of frames) {
    const rowSums = new Float64Array(truth.length)
    const colSums = new Float64Array(tracks.length)
    iou.forEach((value, pair) => {
      const [r, c] = [row[pair] as number, col[pair] as number]
      rowSums[r] = (rowSums[r] as number) + value
      colSums[c] = (colSums[c] as number) + value
    })
    iou.forEach((value, pair) => {
      const [r, c] = [row[pair] as number, col[pair] as number]
      const union = (rowSums[r] as number) + (colSums[c] as number) - value
      if (union > Number.EPSILON) potential.add(truth[r] as number, tracks[c] as number, value / union)
    })
  }
  return (object, track) => {
    const shared = potential.get(object, track)
    return shared / ((truthBoxes[object] as number) + (trackBoxes[track] as number) - shared)
  }
}

function scoresAt(
  { matches, overlap, together }: AtAlpha,
  { truthBoxes, trackBoxes }: Comparison,
  totalTruth: number,
  totalTracks: number,
): HotaScores {
  let assa = 0
  let assRecall = 0
  let assPrecision = 0
  for (const [object, track, count] of together.entries()) {
    const inTruth = truthBoxes[object] as number
    const inTracks = trackBoxes[track] as number
    assa += (count * count) / (inTruth + inTracks - count)
    assRecall += (count * count) / inTruth
    assPrecision += (count * count) / inTracks
  }
  const share = (part: number, whole: number) => part / Math.max(1, whole)
  const deta = share(matches, totalTruth + totalTracks - matches)
  return {
    hota: Math.sqrt(deta * share(assa, matches)),
    deta,
    assa: share(assa, matches),
    detRecall: share(matches, totalTruth),
    detPrecision: share(matches, totalTracks),
    assRecall: share(assRecall, matches),
    assPrecision: share(assPrecision, matches),
    localisation: matches === 0 ? 1 : overlap / matches,
  }
}
