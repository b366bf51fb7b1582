/** Prepares frames of ground truth and tracks for evaluation: ids without gaps, pairs that overlap. */
import { type Box, iou } from '../../shared/domain/geometry.ts'
import { overlapPairs } from '../tracking/overlap-pairs.ts'

export interface Identified {
  id: number
  box: Box
}

/** The boxes of one file by frame number. */
export type BoxesByFrame = ReadonlyMap<number, readonly Identified[]>

export interface ComparedFrame {
  /** Indices of the ground-truth objects, and of the tracks, in this frame. */
  truth: Int32Array
  tracks: Int32Array
  /** Overlapping pairs as positions in `truth` and `tracks`, by rising row; `iou` is above 0. */
  row: number[]
  col: number[]
  iou: number[]
}

export interface Comparison {
  /** In order of time; frames that are empty in both files are skipped. */
  frames: ComparedFrame[]
  /** Number of boxes by index of object, and of track. */
  truthBoxes: Int32Array
  trackBoxes: Int32Array
  totalTruth: number
  totalTracks: number
}

export function compareBoxes(truth: BoxesByFrame, tracks: BoxesByFrame): Comparison {
  const truthIndex = indexOfIds(truth)
  const trackIndex = indexOfIds(tracks)
  const comparison: Comparison = {
    frames: [],
    truthBoxes: new Int32Array(truthIndex.size),
    trackBoxes: new Int32Array(trackIndex.size),
    totalTruth: 0,
    totalTracks: 0,
  }
  const numbers = [...new Set([...truth.keys(), ...tracks.keys()])].sort((a, b) => a - b)
  for (const number of numbers) {
    const rows = truth.get(number) ?? []
    const cols = tracks.get(number) ?? []
    const frame: ComparedFrame = {
      truth: Int32Array.from(rows, ({ id }) => truthIndex.get(id) as number),
      tracks: Int32Array.from(cols, ({ id }) => trackIndex.get(id) as number),
      ...overlaps(rows, cols),
    }
    count(comparison.truthBoxes, frame.truth)
    count(comparison.trackBoxes, frame.tracks)
    comparison.totalTruth += rows.length
    comparison.totalTracks += cols.length
    comparison.frames.push(frame)
  }
  return comparison
}

/** Pairs of overlapping boxes, by rising row. */
export function overlaps(rows: readonly { box: Box }[], cols: readonly { box: Box }[]) {
  const found = { row: [] as number[], col: [] as number[], iou: [] as number[] }
  overlapPairs(rows, cols, (r, c) => {
    const overlap = iou((rows[r] as { box: Box }).box, (cols[c] as { box: Box }).box)
    if (overlap > 0) {
      found.row.push(r)
      found.col.push(c)
      found.iou.push(overlap)
    }
    return 1
  })
  return found
}

function indexOfIds(boxes: BoxesByFrame): Map<number, number> {
  const ids = new Set<number>()
  for (const frame of boxes.values()) for (const { id } of frame) ids.add(id)
  return new Map([...ids].sort((a, b) => a - b).map((id, index) => [id, index]))
}

function count(counts: Int32Array, indices: Int32Array): void {
  for (const index of indices) counts[index] = (counts[index] as number) + 1
}
