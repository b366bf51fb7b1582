/** Records the exact output of a model or track block, frame by frame. */
import type { Detection, Keypoint } from '../../shared/domain/detection.ts'
import type { Chunk, TapeWriter } from './tape-file.ts'

/** Frames per chunk, unless they hold very many numbers. */
const FRAMES = 1024
const NUMBERS = 1 << 18

const HAS_PARENT = 1
const HAS_TRACK = 2
const HAS_RINGS = 4
const HAS_KEYPOINTS = 8

/** Columns of a chunk, in this order. `counts` is -1 for a frame without output. */
const columns = () => ({
  counts: [] as number[],
  flags: [] as number[],
  x1: [] as number[],
  y1: [] as number[],
  x2: [] as number[],
  y2: [] as number[],
  scores: [] as number[],
  classIds: [] as number[],
  classNames: [] as number[],
  modelNodeIds: [] as number[],
  ids: [] as number[],
  parentIds: [] as number[],
  trackIds: [] as number[],
  /** For each detection with rings: their number, then the count of numbers of each. */
  ringLengths: [] as number[],
  ringNumbers: [] as number[],
  keypointCounts: [] as number[],
  keypoints: [] as number[],
})
type Columns = ReturnType<typeof columns>
const NAMES = Object.keys(columns()) as (keyof Columns)[]

export interface DetectionRecorder {
  /** Adds the next frame's detections; null for a frame without output. */
  put(detections: readonly Detection[] | null): void
  /** Writes the remaining frames. */
  flush(): void
}

export function recordDetections(writer: Pick<TapeWriter, 'write'>): DetectionRecorder {
  const numberOf = new Map<string, number>()
  let strings: string[] = []
  let now = columns()
  const named = (text: string): number => {
    let number = numberOf.get(text)
    if (number === undefined) {
      number = numberOf.size
      numberOf.set(text, number)
      strings.push(text)
    }
    return number
  }
  const flush = () => {
    if (now.counts.length === 0) return
    writer.write(
      NAMES.map((name) => now[name]),
      strings,
    )
    now = columns()
    strings = []
  }
  const one = (d: Detection) => {
    const { x1, y1, x2, y2 } = d.box
    now.x1.push(x1)
    now.y1.push(y1)
    now.x2.push(x2)
    now.y2.push(y2)
    now.scores.push(d.score)
    now.classIds.push(d.classId)
    now.classNames.push(named(d.className))
    now.modelNodeIds.push(named(d.modelNodeId))
    now.ids.push(d.id)
    now.parentIds.push(d.parentId ?? 0)
    now.trackIds.push(d.trackId ?? 0)
    now.flags.push(
      (d.parentId === undefined ? 0 : HAS_PARENT) +
        (d.trackId === undefined ? 0 : HAS_TRACK) +
        (d.rings === undefined ? 0 : HAS_RINGS) +
        (d.keypoints === undefined ? 0 : HAS_KEYPOINTS),
    )
    if (d.rings !== undefined) {
      now.ringLengths.push(d.rings.length)
      for (const ring of d.rings) {
        now.ringLengths.push(ring.length)
        for (const number of ring) now.ringNumbers.push(number)
      }
    }
    if (d.keypoints !== undefined) {
      now.keypointCounts.push(d.keypoints.length)
      for (const { x, y, score } of d.keypoints) now.keypoints.push(x, y, score)
    }
  }
  return {
    put(detections) {
      now.counts.push(detections === null ? -1 : detections.length)
      for (const detection of detections ?? []) one(detection)
      if (now.counts.length >= FRAMES || now.ringNumbers.length >= NUMBERS) flush()
    },
    flush,
  }
}

/** Yields the recorded frames in order; null for a frame without output. */
export function* playDetections(chunks: Iterable<Chunk>): Generator<readonly Detection[] | null> {
  const strings: string[] = []
  for (const chunk of chunks) {
    strings.push(...chunk.strings)
    const c = Object.fromEntries(NAMES.map((name, k) => [name, chunk.columns[k]])) as Record<
      keyof Columns,
      ArrayLike<number>
    >
    let [at, ringLength, ringNumber, keypointCount, keypoint] = [0, 0, 0, 0, 0]
    const rings = (): number[][] =>
      Array.from({ length: c.ringLengths[ringLength++] as number }, () =>
        Array.from({ length: c.ringLengths[ringLength++] as number }, () => c.ringNumbers[ringNumber++] as number),
      )
    const keypoints = (): Keypoint[] =>
      Array.from({ length: c.keypointCounts[keypointCount++] as number }, () => ({
        x: c.keypoints[keypoint++] as number,
        y: c.keypoints[keypoint++] as number,
        score: c.keypoints[keypoint++] as number,
      }))
    for (let frame = 0; frame < c.counts.length; frame++) {
      const count = c.counts[frame] as number
      if (count < 0) {
        yield null
        continue
      }
      const detections: Detection[] = []
      for (const end = at + count; at < end; at++) {
        const flags = c.flags[at] as number
        const detection: Detection = {
          box: { x1: c.x1[at] as number, y1: c.y1[at] as number, x2: c.x2[at] as number, y2: c.y2[at] as number },
          score: c.scores[at] as number,
          classId: c.classIds[at] as number,
          className: strings[c.classNames[at] as number] as string,
          modelNodeId: strings[c.modelNodeIds[at] as number] as string,
          id: c.ids[at] as number,
        }
        if (flags & HAS_PARENT) detection.parentId = c.parentIds[at] as number
        if (flags & HAS_RINGS) detection.rings = rings()
        if (flags & HAS_KEYPOINTS) detection.keypoints = keypoints()
        if (flags & HAS_TRACK) detection.trackId = c.trackIds[at] as number
        detections.push(detection)
      }
      yield detections
    }
  }
}
