import { CandidateList, type Found } from '../candidates.ts'
import {
  BLACK,
  BYTES_RGB,
  type Family,
  type Head,
  keypointsOf,
  mayDo,
  type OutputTensor,
  type Pixels,
  type TriedModel,
} from './family.ts'
import { onePose } from './one-pose.ts'

const POINTS = 17
/** Values of a person: y, x and score of each keypoint, then ymin, xmin, ymax, xmax and the score of the person. */
const COLUMNS = 3 * POINTS + 5
const PEOPLE = 6
/** Places can lie beyond the image a little. */
const [LEAST, MOST] = [-1, 2]

const PIXELS: Pixels = { ...BYTES_RGB, bars: BLACK }

/**
 * MoveNet, one person [1, 1, 17, 3] or up to six [1, 6, 56]. Places are shares of the input, y before x; images are RGB
 * of 0 to 255 with bars on both sides (tfhub.dev/google/movenet/singlepose and /multipose, “Outputs”). The multipose
 * network suppresses overlaps itself. The box of a single person encloses the keypoints.
 */
export const movenet: Family = {
  id: 'movenet',
  recognise(model) {
    const [output, ...others] = model.outputs
    if (!output || others.length > 0 || output.isInteger || !mayDo(model, 'pose')) return null
    if (!output.data.every((v) => v >= LEAST && v <= MOST)) return null
    const shape = output.shape.join()
    if (shape === `1,1,${POINTS},3`) return onePerson(model)
    return shape === `1,${PEOPLE},${COLUMNS}` ? people(model) : null
  },
}

function onePerson(model: TriedModel): Head {
  const { width, height } = model.input
  return onePose(model, {
    title: 'MoveNet',
    count: POINTS,
    pixels: PIXELS,
    usualSize: { width: 192, height: 192 },
    read: ([raw]) => pointsAt((raw as OutputTensor).data, 0, width, height),
  })
}

/** The keypoints that begin at `from`, as x and y in pixels of the input and a score. */
function pointsAt(data: Float32Array, from: number, width: number, height: number): Float32Array<ArrayBuffer> {
  const points = new Float32Array(3 * POINTS)
  for (let k = 0; k < points.length; k += 3) {
    const [y, x, score] = data.subarray(from + k, from + k + 3) as unknown as [number, number, number]
    points.set([x * width, y * height, score], k)
  }
  return points
}

function people({ classNames, input: { width, height } }: TriedModel): Head {
  return {
    modelType: 'keypoint_detection',
    architecture: 'MoveNet (up to six people)',
    classes: classNames?.length === 1 ? classNames : ['person'],
    needsNms: false,
    pixels: PIXELS,
    usualSize: { width: 256, height: 256 },
    keypoints: keypointsOf(POINTS),
    decode([raw], { confidence, classIds }) {
      const { data } = raw as OutputTensor
      const found = new CandidateList()
      for (let row = 0; row < PEOPLE; row++) {
        const [y1, x1, y2, x2, score] = data.subarray(
          COLUMNS * row + 3 * POINTS,
          COLUMNS * (row + 1),
        ) as unknown as Five
        if (!(score >= confidence) || (classIds && !classIds.has(0))) continue
        found.push(x1 * width, y1 * height, x2 * width, y2 * height, Math.min(score, 1), 0, row)
      }
      return found
    },
    shape(found, [raw]): Found {
      const { data } = raw as OutputTensor
      const keypoints = new Float32Array(3 * POINTS * found.count)
      for (let i = 0; i < found.count; i++) {
        keypoints.set(pointsAt(data, COLUMNS * (found.rows?.[i] as number), width, height), 3 * POINTS * i)
      }
      return { ...found, keypoints }
    },
  }
}

type Five = [number, number, number, number, number]
