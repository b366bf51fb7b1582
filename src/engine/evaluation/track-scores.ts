/** Computes all measures of tracks against ground truth, under their published names. */
import { type BoxesByFrame, bestMatching, type Comparison, compareBoxes } from './similarity.ts'

/** Sums by pair of object and track. Most pairs never overlap, so only those that do use memory. */
interface PairTable {
  add(row: number, col: number, value: number): void
  /** 0 for a pair without additions. */
  get(row: number, col: number): number
  entries(): Iterable<[row: number, col: number, value: number]>
}

function createPairTable(cols: number): PairTable {
  const sums = new Map<number, number>()
  return {
    add(row, col, value) {
      const key = row * cols + col
      sums.set(key, (sums.get(key) ?? 0) + value)
    },
    get: (row, col) => sums.get(row * cols + col) ?? 0,
    *entries() {
      for (const [key, value] of sums) yield [Math.floor(key / cols), key % cols, value]
    },
  }
}

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

interface ClearCounts {
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

/**
 * CLEAR MOT (Bernardin and Stiefelhagen, 2008) as TrackEval defines it: boxes match from an IoU of 0.5 on; a match of
 * the previous frame is continued while it holds, then the total overlap of all matches is maximised.
 */
function clearCounts({ frames, truthBoxes, totalTruth, totalTracks }: Comparison): ClearCounts {
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

interface HotaScores {
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

/**
 * HOTA (Luiten et al., IJCV 2021) as TrackEval defines it: the mean over the overlap thresholds alpha = 0.05, 0.10, …
 * 0.95. Boxes of a frame are matched so that the tracks as a whole score best.
 */
function hotaScores(comparison: Comparison): HotaScores {
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

/**
 * The scores as TrackEval defines them; shares are 0 to 1 (`mota` can be below 0). `motp` is the mean IoU of matches;
 * py-motmetrics prints the mean distance, here `motp_distance`.
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
