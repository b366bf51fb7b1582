/** The moments of a video at which a model was least sure, from the records of a run. */
import type { UnsureSelection } from '../../../shared/api/video.ts'

interface RecordedFrame {
  record: string
  time_s?: number
  detections?: readonly { confidence: number }[]
}

interface Unsure {
  timeS: number
  lowest: number
}

/**
 * The least sure detection of a frame decides: frames below `below` are taken from the lowest confidence up, no two of
 * them closer than `min_gap_s`. Returns seconds from the first frame, rising; O(n log n) in the number of frames.
 */
export async function unsureMoments(
  lines: AsyncIterable<string>,
  { below, count, min_gap_s }: Omit<UnsureSelection, 'by' | 'run_id'>,
): Promise<number[]> {
  const found: Unsure[] = []
  for await (const line of lines) {
    const { record, time_s, detections = [] } = JSON.parse(line) as RecordedFrame
    if (record !== 'frame' || time_s === undefined || detections.length === 0) continue
    let lowest = 1
    for (const { confidence } of detections) lowest = Math.min(lowest, confidence)
    if (lowest < below) found.push({ timeS: time_s, lowest })
  }
  found.sort((a, b) => a.lowest - b.lowest || a.timeS - b.timeS)
  const taken = new Map<number, number>()
  for (const { timeS } of found) {
    if (taken.size === count) break
    // With slots as long as the gap, a moment that is too close lies in the same slot or in one beside it.
    const slot = min_gap_s > 0 ? Math.floor(timeS / min_gap_s) : timeS
    const isClose = (other: number | undefined) => other !== undefined && Math.abs(other - timeS) < min_gap_s
    if (taken.has(slot) || (min_gap_s > 0 && (isClose(taken.get(slot - 1)) || isClose(taken.get(slot + 1))))) continue
    taken.set(slot, timeS)
  }
  return [...taken.values()].sort((a, b) => a - b)
}
