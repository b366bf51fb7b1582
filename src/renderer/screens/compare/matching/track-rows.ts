/** Formats matched and unmatched tracks as rows, with totals by class. */
import type { TrackSummary } from '../../../parts/run/records/tracks/track-summary.ts'
import type { TrackMatches } from './match-tracks.ts'

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
