/** Prepares frames of ground truth and tracks for evaluation: ids without gaps, pairs that overlap. */
import { type Box, iou } from '../../shared/domain/geometry.ts'
import { assign } from '../tracking/assignment.ts'
import { type CostPairs, overlapPairs } from '../tracking/overlap-pairs.ts'

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

/** A set of pairs of rows and columns, by rising row. */
interface Pairs {
  row: readonly number[]
  col: readonly number[]
}

/**
 * The matching of rows and columns with the largest sum of weights, as `scipy.optimize.linear_sum_assignment` finds
 * it; pairs without a weight above zero are never matched.
 *
 * @param weightOf of a pair, by its index
 * @returns the indices of the matched pairs
 */
export function bestMatching(rows: number, cols: number, pairs: Pairs, weightOf: (pair: number) => number): number[] {
  const weighed: CostPairs = { rows, cols, start: new Int32Array(rows + 1), col: [], cost: [] }
  const indices: number[] = []
  pairs.row.forEach((row, index) => {
    const weight = weightOf(index)
    if (weight <= 0) return
    indices.push(index)
    weighed.col.push(pairs.col[index] as number)
    weighed.cost.push(-weight)
    weighed.start[row + 1] = indices.length
  })
  // A row without pairs ends where the previous one ends.
  for (let row = 1; row <= rows; row++) {
    weighed.start[row] = Math.max(weighed.start[row] as number, weighed.start[row - 1] as number)
  }
  const columnOf = assign(weighed, 0)
  return indices.filter((index) => columnOf[pairs.row[index] as number] === pairs.col[index])
}
