/** Boxes of a detection head before suppression. Structure of arrays: decoding visits tens of thousands of rows. */
import type { Box } from '../../shared/domain/geometry.ts'
import { boundsOf } from './oriented-boxes.ts'
import type { Outlines } from './outlines.ts'

export interface Candidates {
  /** x1, y1, x2, y2 of each box, in pixels of the model's input. */
  boxes: Float32Array
  scores: Float32Array
  classIds: Int32Array
  count: number
  /** The row of the head's output that each box was read from, when its shape is decoded from it later. */
  rows?: Int32Array
  /** Rotation of each box about its centre in radians, clockwise on screen; omitted when all are upright. */
  angles?: Float32Array
}

/** Candidates that survived suppression, with their shapes. */
export interface Found extends Candidates {
  outlines?: Outlines
  /** x, y in pixels of the model's input and a score of 0 to 1, for each keypoint of each candidate. */
  keypoints?: Float32Array<ArrayBuffer>
}

export interface DecodeOptions {
  /** Rows with a lower score are dropped first. */
  confidence: number
  /** Keep only these class ids; null keeps all. */
  classIds: ReadonlySet<number> | null
  /** Most classes that a classifier returns of an image; one when omitted. */
  bestClasses?: number
}

const FIRST_SIZE = 256

/** Collects candidates; grows as needed, so a head of 25,200 rows uses little memory when few pass the threshold. */
export class CandidateList implements Candidates {
  boxes = new Float32Array(4 * FIRST_SIZE)
  scores = new Float32Array(FIRST_SIZE)
  classIds = new Int32Array(FIRST_SIZE)
  rows = new Int32Array(FIRST_SIZE)
  count = 0

  push(x1: number, y1: number, x2: number, y2: number, score: number, classId: number, row = this.count): void {
    if (this.count === this.scores.length) this.#grow()
    const i = this.count++
    this.boxes[4 * i] = x1
    this.boxes[4 * i + 1] = y1
    this.boxes[4 * i + 2] = x2
    this.boxes[4 * i + 3] = y2
    this.scores[i] = score
    this.classIds[i] = classId
    this.rows[i] = row
  }

  #grow(): void {
    const size = this.scores.length * 2
    const { boxes, scores, classIds, rows } = this
    this.boxes = new Float32Array(4 * size)
    this.scores = new Float32Array(size)
    this.classIds = new Int32Array(size)
    this.rows = new Int32Array(size)
    this.boxes.set(boxes)
    this.scores.set(scores)
    this.classIds.set(classIds)
    this.rows.set(rows)
  }
}

/** The same boxes, each rotated by its angle. */
export const oriented = (
  { boxes, scores, classIds, rows, count }: CandidateList,
  angles: Float32Array,
): Candidates => ({
  boxes,
  scores,
  classIds,
  rows,
  count,
  angles,
})

/** The candidates of `from` at `indices`, in that order, in arrays of exactly that length. */
export function pick(from: Candidates, indices: ArrayLike<number>): Candidates {
  const count = indices.length
  const picked: Candidates = {
    boxes: new Float32Array(4 * count),
    scores: new Float32Array(count),
    classIds: new Int32Array(count),
    count,
  }
  if (from.rows) picked.rows = new Int32Array(count)
  if (from.angles) picked.angles = new Float32Array(count)
  for (let to = 0; to < count; to++) {
    const i = indices[to] as number
    for (let side = 0; side < 4; side++) picked.boxes[4 * to + side] = from.boxes[4 * i + side] as number
    picked.scores[to] = from.scores[i] as number
    picked.classIds[to] = from.classIds[i] as number
    if (picked.rows) picked.rows[to] = from.rows?.[i] as number
    if (picked.angles) picked.angles[to] = from.angles?.[i] as number
  }
  return picked
}

/** The buffers of the results, for transferring them to another thread without a copy. */
export const buffersOf = ({ boxes, scores, classIds, rows, angles, keypoints, outlines }: Found): ArrayBuffer[] =>
  [boxes, scores, classIds, rows, angles, keypoints, outlines?.points, outlines?.ringEnds, outlines?.ends].flatMap(
    (array) => (array ? [array.buffer as ArrayBuffer] : []),
  )

/**
 * The same candidates, each with the image as its box: a class of an image is one of all of it, whatever of it the
 * model was shown.
 */
export function coveringImage(candidates: Candidates, area: Box | undefined): Candidates {
  if (!area) return candidates
  const boxes = new Float32Array(4 * candidates.count)
  for (let i = 0; i < candidates.count; i++) boxes.set([area.x1, area.y1, area.x2, area.y2], 4 * i)
  return { ...candidates, boxes }
}

/**
 * Returns the candidates that reach into the image. Those entirely in the padding are not objects: they must not
 * suppress others, nor count towards the maximum number of detections.
 */
export function withinImage(candidates: Candidates, area: Box | undefined): Candidates {
  if (!area) return candidates
  const within: number[] = []
  for (let i = 0; i < candidates.count; i++) {
    const [x1, y1, x2, y2] = boundsOf(candidates, i)
    if (x2 > area.x1 && y2 > area.y1 && x1 < area.x2 && y1 < area.y2) within.push(i)
  }
  return within.length === candidates.count ? candidates : pick(candidates, within)
}
