/** ID measures (Ristani et al., 2016): objects and tracks matched one to one over the whole clip, at an IoU of 0.5. */
import { bestMatching } from './best-matching.ts'
import { createPairTable } from './pair-table.ts'
import type { Comparison } from './similarity.ts'

export interface IdentityCounts {
  idTruePositives: number
  idFalsePositives: number
  idMisses: number
}

export function identityCounts(comparison: Comparison): IdentityCounts {
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
