/** Selects the boxes of a MOTChallenge ground truth that count, by TrackEval's rules for each benchmark. */

import { MotFileError, type MotRow } from './mot-file.ts'
import { type BoxesByFrame, bestMatching, overlaps } from './similarity.ts'

export const BENCHMARKS = ['auto', 'mot15', 'mot17', 'mot20'] as const
export type Benchmark = (typeof BENCHMARKS)[number]

const PEDESTRIAN = 1
const CLASSES = 13
/** Person on vehicle, static person, distractor, reflection: ignored, whether detected or not. */
const DISTRACTORS = new Set([2, 7, 8, 12])
const NON_MOT_VEHICLE = 6

/**
 * Selects the ground truth and tracks to compare. Rows of the ground truth with a confidence of 0 are dropped. MOT16,
 * 17 and 20 have a class in column 8: only pedestrians count, and boxes of tracks that match a distractor are dropped.
 * MOT15 has no classes. `auto` reads a ground truth with nine columns, the eighth a class of the challenge, as MOT17.
 *
 * Raises `MotFileError` when an id occurs twice in a frame, or a class is not one of the challenge.
 */
export function comparable(
  truth: readonly MotRow[],
  tracks: readonly MotRow[],
  benchmark: Benchmark,
  names: { truth: string; tracks: string },
): { truth: BoxesByFrame; tracks: BoxesByFrame } {
  const truthFrames = byFrame(truth, names.truth)
  const trackFrames = byFrame(tracks, names.tracks)
  const kind = benchmark === 'auto' ? (truth.length > 0 && truth.every(hasClass) ? 'mot17' : 'mot15') : benchmark
  const counts = (row: MotRow) => Math.trunc(row.confidence) !== 0
  if (kind === 'mot15') return { truth: kept(truthFrames, counts), tracks: trackFrames }
  for (const row of truth) {
    if (isClass(row.rest[0])) continue
    const found = row.rest[0] ?? 'none'
    throw new MotFileError(
      `Line ${row.line} of “${names.truth}” has the class ${found}; expected is one from 1 to ${CLASSES}. Use --benchmark mot15 for ground truth without classes.`,
    )
  }
  const distracts = new Set(DISTRACTORS)
  if (kind === 'mot20') distracts.add(NON_MOT_VEHICLE)
  const left = new Map<number, MotRow[]>()
  for (const [frame, rows] of trackFrames) {
    const removed = onDistractors(truthFrames.get(frame) ?? [], rows, distracts)
    left.set(
      frame,
      rows.filter((row) => !removed.has(row)),
    )
  }
  return { truth: kept(truthFrames, (row) => counts(row) && row.rest[0] === PEDESTRIAN), tracks: left }
}

const isClass = (value: number | undefined): boolean =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= CLASSES
const hasClass = ({ rest }: MotRow): boolean => rest.length === 2 && isClass(rest[0])

function byFrame(rows: readonly MotRow[], name: string): Map<number, MotRow[]> {
  const frames = new Map<number, MotRow[]>()
  const seen = new Map<number, Set<number>>()
  for (const row of rows) {
    const ids = seen.get(row.frame) ?? new Set()
    if (ids.has(row.id)) {
      throw new MotFileError(
        `Line ${row.line} of “${name}” has the id ${row.id} a second time in frame ${row.frame}. Ids must be unique in a frame.`,
      )
    }
    seen.set(row.frame, ids.add(row.id))
    const frame = frames.get(row.frame)
    if (frame) frame.push(row)
    else frames.set(row.frame, [row])
  }
  return frames
}

const kept = (frames: ReadonlyMap<number, MotRow[]>, keep: (row: MotRow) => boolean): Map<number, MotRow[]> =>
  new Map([...frames].map(([frame, rows]) => [frame, rows.filter(keep)]))

function onDistractors(
  truth: readonly MotRow[],
  tracks: readonly MotRow[],
  distracts: ReadonlySet<number>,
): Set<MotRow> {
  const { row, col, iou } = overlaps(truth, tracks)
  const matches = bestMatching(truth.length, tracks.length, { row, col }, (pair) => {
    const overlap = iou[pair] as number
    return overlap < 0.5 - Number.EPSILON ? 0 : overlap
  })
  const removed = new Set<MotRow>()
  for (const pair of matches) {
    const { rest } = truth[row[pair] as number] as MotRow
    if (distracts.has(rest[0] as number)) removed.add(tracks[col[pair] as number] as MotRow)
  }
  return removed
}
