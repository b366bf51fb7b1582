/** Measures the tracks of a MOTChallenge file against lines and zones, frame by frame as a run does. */
import { basename } from 'node:path'
import type { MotRow } from '../engine/evaluation/mot-file.ts'
import { createMeasurer } from '../engine/measure/measurer.ts'
import type { ConfigOf } from '../shared/blocks/catalogue.ts'
import type { TrackedDetection } from '../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../shared/domain/event.ts'
import type { Evidence, NearMisses } from '../shared/domain/evidence.ts'
import type { Size } from '../shared/domain/geometry.ts'
import { CommandFailure, EXIT } from './terminal.ts'

export interface Measured {
  counts: RunCounts
  events: MeasureEvent[]
  evidence: Evidence[]
  nearMisses: NearMisses[]
  /** Sentences about irregularities of the file. */
  warnings: string[]
}

/** Four days at 30 frames a second. */
const MAX_FRAME = 10_000_000

/**
 * Frame f is at (f - 1) / fps; frames without rows are frames without tracks, up to the last row. Rows may be in any
 * order. Of two rows of one track in one frame the first counts, and rows without a positive id are not tracks.
 *
 * @param configs of measure blocks with one line or zone each
 * @param file name of the file in messages
 */
export function measureTracks(
  rows: readonly MotRow[],
  configs: readonly ConfigOf<'measure'>[],
  { size, fps, evidence, file }: { size: Size; fps: number; evidence: boolean; file: string },
): Measured {
  const measurers = configs.map((config) => createMeasurer('measure', config, null, { evidence }))
  const { frames, warnings } = framesOf(rows, size, basename(file))
  const result: Measured = { counts: { lines: [], zones: [] }, events: [], evidence: [], nearMisses: [], warnings }
  const take = (told: MeasureEvent[]) => {
    for (const event of told.sort((a, b) => a.time_s - b.time_s)) result.events.push(event)
    if (evidence) for (const m of measurers) for (const record of m.takeEvidence()) result.evidence.push(record)
  }
  for (let index = 0; index < frames.length; index++) {
    const tracks = frames[index] ?? []
    const frame = { index, ptsS: index / fps, ...size }
    take(measurers.flatMap((m) => m.update(tracks, frame)))
  }
  const endS = Math.max(0, frames.length - 1) / fps
  take(measurers.flatMap((m) => m.finish(endS)))
  for (const m of measurers) {
    const { lines, zones } = m.counts()
    result.counts.lines.push(...lines)
    result.counts.zones.push(...zones)
    for (const nearMiss of m.nearMisses()) result.nearMisses.push(nearMiss)
  }
  return result
}

/** Tracks by frame, the first frame at 0; frames without tracks are holes. */
function framesOf(rows: readonly MotRow[], size: Size, file: string) {
  const frames: TrackedDetection[][] = []
  const seen = new Set<string>()
  let [untracked, twice, beyond] = [0, 0, 0]
  for (const row of rows) {
    const { frame, id, box, confidence, line } = row
    const fail = (why: string): never => {
      throw new CommandFailure(`Line ${line} of “${file}” has ${why}.`, EXIT.unreadable)
    }
    if (frame < 1) fail(`the frame ${frame}, but frames count from 1`)
    if (frame > MAX_FRAME) fail(`the frame ${frame}, but at most ${MAX_FRAME} frames can be measured`)
    if (box.x2 < box.x1) fail(`a width of ${box.x2 - box.x1}, which must not be negative`)
    if (box.y2 < box.y1) fail(`a height of ${box.y2 - box.y1}, which must not be negative`)
    if (id < 1) {
      untracked += 1
      continue
    }
    const key = `${frame},${id}`
    if (seen.has(key)) twice += 1
    seen.add(key)
    if (box.x1 > size.width || box.y1 > size.height) beyond += 1
    const tracks = frames[frame - 1] ?? []
    frames[frame - 1] = tracks
    const classId = classOf(row)
    const className = classId === null ? 'object' : String(classId)
    tracks.push({
      box,
      score: confidence,
      classId: classId ?? 0,
      className,
      modelNodeId: 'tracks',
      id: tracks.length,
      trackId: id,
    })
  }
  const warnings: string[] = []
  if (untracked > 0) warnings.push(`${counted(untracked)} of “${file}” without a positive track id: not measured.`)
  if (twice > 0) warnings.push(`${counted(twice)} of “${file}” with a track that its frame has already: not measured.`)
  if (beyond > 0) warnings.push(`${counted(beyond)} of “${file}” beyond ${size.width}x${size.height}. Check --size.`)
  return { frames, warnings }
}

const counted = (n: number): string => `${n} row${n === 1 ? '' : 's'}`

/** The eighth column when it is a class; in files of other benchmarks it is a world coordinate, or -1. */
function classOf({ rest: [first = -1, ...others] }: MotRow): number | null {
  const isClass =
    Number.isInteger(first) && first >= 1 && (others.length < 2 || others.slice(0, 2).every((v) => v === -1))
  return isClass ? first : null
}
