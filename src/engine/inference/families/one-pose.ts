/** Networks that place the keypoints of one person, or of one other object, in each image. */
import { inEachImage } from '../../../shared/domain/model-types.ts'
import { CandidateList } from '../candidates.ts'
import { type Head, keypointsOf, type OutputTensor, type TriedModel } from './family.ts'

/**
 * Keypoints with a lower score count neither for the score of the person nor for the box (tensorflow/examples,
 * lite/examples/pose_estimation/raspberry_pi/data.py, `person_from_keypoints_with_scores`).
 */
const LEAST_SCORE = 0.1

export interface OnePose extends Pick<Head, 'pixels' | 'usualSize'> {
  title: string
  /** Number of keypoints. */
  count: number
  /** x and y in pixels of the input and a score, for each keypoint. */
  read(outputs: readonly OutputTensor[]): Float32Array<ArrayBuffer>
}

/** Numbers of keypoints of usual data sets, with what they are of. */
const KINDS = new Map<number, string>([
  [14, 'person'],
  [16, 'person'],
  [17, 'person'],
  [21, 'hand'],
  [26, 'person'],
  [68, 'face'],
  [98, 'face'],
  [106, 'face'],
  [133, 'person'],
])

/** Returns whether data sets of poses have so many keypoints. */
export const isUsualCount = (count: number): boolean => KINDS.has(count)

/**
 * A head with one detection: its box encloses the keypoints that are sure, and its score is their mean. Whoever needs
 * the region that was searched has it as the crop.
 */
export function onePose({ classNames }: TriedModel, { title, count, read, pixels, usualSize }: OnePose): Head {
  const head: Head = {
    modelType: 'keypoint_detection',
    architecture: inEachImage(title),
    classes: classNames?.length === 1 ? classNames : [KINDS.get(count) ?? 'object'],
    needsNms: false,
    keypoints: keypointsOf(count),
    decode(outputs, { confidence, classIds }) {
      const found = new CandidateList()
      const [x1, y1, x2, y2, score] = summary(held(read(outputs)))
      if (score >= confidence && (!classIds || classIds.has(0))) found.push(x1, y1, x2, y2, score, 0)
      return found
    },
    shape: (found, outputs) => ({ ...found, keypoints: found.count > 0 ? held(read(outputs)) : new Float32Array(0) }),
  }
  if (pixels) head.pixels = pixels
  if (usualSize) head.usualSize = usualSize
  return head
}

/** Heat maps and SimCC vectors are trained towards 1, and go beyond. */
function held(points: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let i = 2; i < points.length; i += 3) points[i] = Math.min(Math.max(points[i] as number, 0), 1)
  return points
}

function summary(points: Float32Array): [x1: number, y1: number, x2: number, y2: number, score: number] {
  let [x1, y1] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [x2, y2] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [sum, count] = [0, 0]
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, score] = points.subarray(i, i + 3) as unknown as [number, number, number]
    if (!(score > LEAST_SCORE)) continue
    sum += score
    count++
    x1 = Math.min(x1, x)
    y1 = Math.min(y1, y)
    x2 = Math.max(x2, x)
    y2 = Math.max(y2, y)
  }
  return count > 0 ? [x1, y1, x2, y2, sum / count] : [0, 0, 0, 0, 0]
}
