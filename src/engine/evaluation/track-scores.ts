/** Computes all measures of tracks against ground truth, under their published names. */
import { bestMatching } from './best-matching.ts'
import { clearCounts } from './clear.ts'
import { hotaScores } from './hota.ts'
import { createPairTable } from './pair-table.ts'
import { type BoxesByFrame, type Comparison, compareBoxes } from './similarity.ts'

interface IdentityCounts {
  idTruePositives: number
  idFalsePositives: number
  idMisses: number
}

/** ID measures (Ristani et al., 2016): objects and tracks matched one to one over the whole clip, at an IoU of 0.5. */
function identityCounts(comparison: Comparison): IdentityCounts {
  const { frames, truthBoxes, trackBoxes, totalTruth, totalTracks } = comparison
  const together = createPairTable(trackBoxes.length)
  for (const { truth, tracks, row, col, iou } of frames) {
    iou.forEach((overlap, pair) => {
      if (overlap < 0.5) return
      together.add(truth[row[pair] as number] as number, tracks[col[pair] as number] as number, 1)
    })
  }
  const met = [...together.entries()].sort((a, b) => a[0] - b[0])
  const pairs = { row: met.map(([object]) => object), col: met.map(([, track]) => track) }
  const framesOf = (pair: number) => met[pair]?.[2] ?? 0
  const matches = bestMatching(truthBoxes.length, trackBoxes.length, pairs, framesOf)
  const idTruePositives = matches.reduce((sum, pair) => sum + framesOf(pair), 0)
  return {
    idTruePositives,
    idFalsePositives: totalTracks - idTruePositives,
    idMisses: totalTruth - idTruePositives,
  }
}

/**
 * As defined by TrackEval; shares are 0 to 1 (`mota` can be below 0). `motp` is the mean IoU of matches; py-motmetrics
 * prints the mean distance, here `motp_distance`.
 */
export function trackScores(truth: BoxesByFrame, tracks: BoxesByFrame) {
  const comparison = compareBoxes(truth, tracks)
  const { totalTruth, totalTracks } = comparison
  const clear = clearCounts(comparison)
  const identity = identityCounts(comparison)
  const hota = hotaScores(comparison)
  const motp = share(clear.overlap, clear.truePositives)
  return {
    mota: share(clear.truePositives - clear.falsePositives - clear.idSwitches, totalTruth),
    motp,
    idf1: share(2 * identity.idTruePositives, totalTruth + totalTracks),
    id_switches: clear.idSwitches,
    hota: hota.hota,
    deta: hota.deta,
    assa: hota.assa,
    motp_distance: clear.truePositives > 0 ? 1 - motp : 0,
    idp: share(identity.idTruePositives, totalTracks),
    idr: share(identity.idTruePositives, totalTruth),
    precision: share(clear.truePositives, totalTracks),
    recall: share(clear.truePositives, totalTruth),
    detpr: hota.detPrecision,
    detre: hota.detRecall,
    asspr: hota.assPrecision,
    assre: hota.assRecall,
    loca: hota.localisation,
    true_positives: clear.truePositives,
    false_positives: clear.falsePositives,
    misses: clear.misses,
    fragmentations: clear.fragmentations,
    mostly_tracked: clear.mostlyTracked,
    partially_tracked: clear.partiallyTracked,
    mostly_lost: clear.mostlyLost,
    gt_boxes: totalTruth,
    gt_ids: comparison.truthBoxes.length,
    track_boxes: totalTracks,
    track_ids: comparison.trackBoxes.length,
  }
}

export type TrackScores = ReturnType<typeof trackScores>

const share = (part: number, whole: number): number => part / Math.max(1, whole)
