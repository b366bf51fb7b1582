/** The detections that a run recorded, at some moments of its video. */

/** Seconds between a frame and the record of it: times are rounded. */
const TOLERANCE_S = 0.02

/** A detection as the records of a run have it; corners in pixels. */
export interface RecordedDetection {
  class_name: string | null
  confidence: number | null
  track_id: number | null
  x1: number
  y1: number
  x2: number
  y2: number
  rings?: readonly (readonly number[])[]
  /** Name of the model; empty when it is not known. */
  model: string
}

interface Recorded {
  record: string
  time_s?: number
  models?: readonly { node_id: string; name: string }[]
  detections?: readonly (Omit<RecordedDetection, 'model'> & { model_node_id: string | null })[]
}

/**
 * @param lines of the file with the frames of the run, in the order of the video
 * @param timesS seconds from the first frame, rising
 * @returns the detections of each moment, with the names of their models; none where the run did not read the frame
 */
export async function detectionsAt(
  lines: AsyncIterable<string>,
  timesS: readonly number[],
): Promise<RecordedDetection[][]> {
  const found: RecordedDetection[][] = timesS.map(() => [])
  const distances = timesS.map(() => TOLERANCE_S)
  const models = new Map<string, string>()
  let first = 0
  for await (const line of lines) {
    const { record, time_s, models: used = [], detections = [] } = JSON.parse(line) as Recorded
    for (const { node_id, name } of used) models.set(node_id, name)
    if (record !== 'frame' || time_s === undefined) continue
    while (first < timesS.length && (timesS[first] as number) < time_s - TOLERANCE_S) first++
    for (let i = first; i < timesS.length && (timesS[i] as number) <= time_s + TOLERANCE_S; i++) {
      const distance = Math.abs((timesS[i] as number) - time_s)
      if (distance > (distances[i] as number)) continue
      distances[i] = distance
      found[i] = detections.map(({ model_node_id, ...one }) => ({
        ...one,
        model: models.get(model_node_id ?? '') ?? '',
      }))
    }
    if (first === timesS.length) break
  }
  return found
}
