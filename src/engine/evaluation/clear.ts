/**
 * CLEAR MOT (Bernardin and Stiefelhagen, 2008) as TrackEval defines it: boxes match from an IoU of 0.5 on; a match of
 * the previous frame is continued while it holds, then the total overlap of all matches is maximised.
 */
import { bestMatching } from './best-matching.ts'
import type { Comparison } from './similarity.ts'

export interface ClearCounts {
  truePositives: number
  falsePositives: number
  misses: number
  idSwitches: number
  fragmentations: number
  mostlyTracked: number
  partiallyTracked: number
  mostlyLost: number
  /** Sum of the IoU of all matches. */
  overlap: number
}

const FROM = 0.5 - Number.EPSILON
/** Exceeds any sum of overlaps in a frame, so that a continued match always wins. */
const CONTINUED = 1000

export function clearCounts({ frames, truthBoxes, totalTruth, totalTracks }: Comparison): ClearCounts {
  const objects = truthBoxes.length
  const lastTrack = new Int32Array(objects).fill(-1)
  let continued = new Int32Array(objects).fill(-1)
  const matchedBoxes = new Int32Array(objects)
  const stretches = new Int32Array(objects)
  let truePositives = 0
  let idSwitches = 0
  let overlap = 0
  for (const frame of frames) {
    const { truth, tracks, iou } = frame
    if (truth.length === 0 || tracks.length === 0) continue
    const objectOf = (pair: number) => truth[frame.row[pair] as number] as number
    const trackOf = (pair: number) => tracks[frame.col[pair] as number] as number
    const matches = bestMatching(truth.length, tracks.length, frame, (pair) => {
      const overlap = iou[pair] as number
      if (overlap < FROM) return 0
      return overlap + (continued[objectOf(pair)] === trackOf(pair) ? CONTINUED : 0)
    })
    const now = new Int32Array(objects).fill(-1)
    for (const pair of matches) {
      const object = objectOf(pair)
      const track = trackOf(pair)
      if (lastTrack[object] !== -1 && lastTrack[object] !== track) idSwitches += 1
      if (continued[object] === -1) stretches[object] = (stretches[object] as number) + 1
      lastTrack[object] = track
      now[object] = track
      matchedBoxes[object] = (matchedBoxes[object] as number) + 1
      truePositives += 1
      overlap += iou[pair] as number
    }
    continued = now
  }
  const shares = Array.from(matchedBoxes, (matched, object) => matched / (truthBoxes[object] as number))
  const mostlyTracked = shares.filter((share) => share > 0.8).length
  const partiallyTracked = shares.filter((share) => share >= 0.2).length - mostlyTracked
  return {
    truePositives,
    falsePositives: totalTracks - truePositives,
    misses: totalTruth - truePositives,
    idSwitches,
    fragmentations: stretches.reduce((sum, n) => sum + Math.max(0, n - 1), 0),
    mostlyTracked,
    partiallyTracked,
    mostlyLost: objects - mostlyTracked - partiallyTracked,
    overlap,
  }
}
