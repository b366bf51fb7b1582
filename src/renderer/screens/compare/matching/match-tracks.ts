/** Matches the tracks of two runs by the overlap of their boxes. */
import type { FrameIndex } from '../../../parts/run/records/tracks/frame-index.ts'
import type { TrackSummary } from '../../../parts/run/records/tracks/track-summary.ts'

export interface TrackPair {
  a: number
  b: number
  /** Mean overlap (IoU) over the frames in which both are seen. */
  iou: number
  /** Number of frames in which both are seen. */
  frames: number
}

export interface TrackMatches {
  pairs: readonly TrackPair[]
  onlyA: readonly number[]
  onlyB: readonly number[]
  /** For a track without a partner: the overlapping track of the other run, which has a better partner. */
  pieceOfB: ReadonlyMap<number, number>
  pieceOfA: ReadonlyMap<number, number>
}

/** Tracks with a lower mean overlap are not the same object. */
export const MIN_IOU = 0.5
const FRAMES_PER_STEP = 64

interface Candidate extends TrackPair {
  sum: number
}

/**
 * Greedy: the pair with the largest sum of overlaps first, so that long agreement outweighs a short perfect one.
 * O(frames × detections²) for boxes in the same frame. Yields wherever the page may render.
 * @param scale factor from B's pixels to A's
 */
export function* matchTracks(
  a: FrameIndex,
  b: FrameIndex,
  frameS: number,
  scale: { x: number; y: number },
): Generator<void, TrackMatches> {
  const common = commonFrames(a, b, frameS)
  const sums = new Map<number, number>()
  const stride = 1 + [...b.sightings.keys()].reduce((most, id) => Math.max(most, id), 0)
  for (const [i, [frameA, frameB]] of common.entries()) {
    addOverlaps(a, b, frameA, frameB, scale, stride, sums)
    if (i % FRAMES_PER_STEP === 0) yield
  }
  const isCommonA = new Set(common.map(([frame]) => frame))
  const partner = new Map(common)
  const candidates: Candidate[] = []
  for (const [key, sum] of sums) {
    const [idA, idB] = [Math.floor(key / stride), key % stride]
    const frames = seenTogether(a, b, idA, idB, isCommonA, partner)
    candidates.push({ a: idA, b: idB, sum, frames, iou: sum / frames })
    if (candidates.length % FRAMES_PER_STEP === 0) yield
  }
  return choose(
    candidates.filter((c) => c.iou >= MIN_IOU),
    [...a.sightings.keys()],
    [...b.sightings.keys()],
  )
}

function choose(candidates: Candidate[], idsA: readonly number[], idsB: readonly number[]): TrackMatches {
  candidates.sort((x, y) => y.sum - x.sum)
  const [takenA, takenB] = [new Set<number>(), new Set<number>()]
  const pairs: TrackPair[] = []
  for (const { a, b, iou, frames } of candidates) {
    if (takenA.has(a) || takenB.has(b)) continue
    takenA.add(a)
    takenB.add(b)
    pairs.push({ a, b, iou, frames })
  }
  const [pieceOfB, pieceOfA] = [new Map<number, number>(), new Map<number, number>()]
  for (const { a, b } of candidates) {
    if (!takenA.has(a) && !pieceOfB.has(a)) pieceOfB.set(a, b)
    if (!takenB.has(b) && !pieceOfA.has(b)) pieceOfA.set(b, a)
  }
  return {
    pairs,
    pieceOfA,
    pieceOfB,
    onlyA: idsA.filter((id) => !takenA.has(id)),
    onlyB: idsB.filter((id) => !takenB.has(id)),
  }
}

/** Frames that both runs processed, by time. */
function commonFrames(a: FrameIndex, b: FrameIndex, frameS: number): [number, number][] {
  const common: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < a.frameCount && j < b.frameCount) {
    const gap = b.timeOf(j) - a.timeOf(i)
    if (Math.abs(gap) < frameS / 2) common.push([i++, j++])
    else if (gap > 0) i++
    else j++
  }
  return common
}

function addOverlaps(
  a: FrameIndex,
  b: FrameIndex,
  frameA: number,
  frameB: number,
  scale: { x: number; y: number },
  stride: number,
  sums: Map<number, number>,
): void {
  for (let p = a.startOf(frameA); p < a.startOf(frameA + 1); p++) {
    const idA = a.trackOf(p)
    if (idA === 0) continue
    const one = a.boxOf(p)
    for (let q = b.startOf(frameB); q < b.startOf(frameB + 1); q++) {
      const idB = b.trackOf(q)
      if (idB === 0) continue
      const two = b.boxOf(q)
      const width = Math.min(one.x2, two.x2 * scale.x) - Math.max(one.x1, two.x1 * scale.x)
      const height = Math.min(one.y2, two.y2 * scale.y) - Math.max(one.y1, two.y1 * scale.y)
      if (width <= 0 || height <= 0) continue
      const inter = width * height
      const areas = area(one) + area(two) * scale.x * scale.y
      const key = idA * stride + idB
      sums.set(key, (sums.get(key) ?? 0) + inter / (areas - inter))
    }
  }
}

const area = ({ x1, y1, x2, y2 }: { x1: number; y1: number; x2: number; y2: number }) => (x2 - x1) * (y2 - y1)

function seenTogether(
  a: FrameIndex,
  b: FrameIndex,
  idA: number,
  idB: number,
  isCommonA: ReadonlySet<number>,
  partner: ReadonlyMap<number, number>,
): number {
  const framesB = b.sightings.get(idB)?.frames ?? []
  let [j, count] = [0, 0]
  for (const frame of a.sightings.get(idA)?.frames ?? []) {
    if (!isCommonA.has(frame)) continue
    const wanted = partner.get(frame) as number
    while (j < framesB.length && (framesB[j] as number) < wanted) j++
    if (framesB[j] === wanted) count++
  }
  return count
}

/** A row of the table of tracks: two tracks that match, or one without a partner. */
export interface TrackRow {
  a: TrackSummary | null
  b: TrackSummary | null
  /** Mean overlap over the frames in which both are seen; null without a partner. */
  iou: number | null
  frames: number
  /** The overlapping track of the other run, which has a better partner. */
  pieceOf: number | null
  firstS: number
}

/** Sorted by first sighting. */
export function trackRows(
  a: readonly TrackSummary[],
  b: readonly TrackSummary[],
  { pairs, onlyA, onlyB, pieceOfA, pieceOfB }: TrackMatches,
): TrackRow[] {
  const byIdA = new Map(a.map((t) => [t.id, t]))
  const byIdB = new Map(b.map((t) => [t.id, t]))
  const row = (
    one: TrackSummary | null,
    other: TrackSummary | null,
    rest: Pick<TrackRow, 'iou' | 'frames' | 'pieceOf'>,
  ): TrackRow => ({
    a: one,
    b: other,
    ...rest,
    firstS: Math.min(one?.firstS ?? Number.POSITIVE_INFINITY, other?.firstS ?? Number.POSITIVE_INFINITY),
  })
  const alone = { iou: null, frames: 0 }
  return [
    ...pairs.map((p) =>
      row(byIdA.get(p.a) ?? null, byIdB.get(p.b) ?? null, { iou: p.iou, frames: p.frames, pieceOf: null }),
    ),
    ...onlyA.map((id) => row(byIdA.get(id) ?? null, null, { ...alone, pieceOf: pieceOfB.get(id) ?? null })),
    ...onlyB.map((id) => row(null, byIdB.get(id) ?? null, { ...alone, pieceOf: pieceOfA.get(id) ?? null })),
  ].sort((x, y) => x.firstS - y.firstS)
}

export interface ClassTracks {
  className: string
  a: number
  b: number
  /** Mean seconds from the first sighting to the last; null when there are no tracks. */
  meanA: number | null
  meanB: number | null
}

export function tracksByClass(a: readonly TrackSummary[], b: readonly TrackSummary[]): ClassTracks[] {
  const names = [...new Set([...a, ...b].map((t) => t.className))].sort((x, y) => x.localeCompare(y))
  const mean = (all: readonly TrackSummary[]) =>
    all.length === 0 ? null : all.reduce((sum, t) => sum + t.durationS, 0) / all.length
  return names.map((className) => {
    const [ownA, ownB] = [a, b].map((all) => all.filter((t) => t.className === className)) as [
      TrackSummary[],
      TrackSummary[],
    ]
    return { className, a: ownA.length, b: ownB.length, meanA: mean(ownA), meanB: mean(ownB) }
  })
}
