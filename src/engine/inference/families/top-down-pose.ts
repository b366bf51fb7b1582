import {
  BLACK,
  type Family,
  type Head,
  IMAGENET,
  mayDo,
  type OutputTensor,
  type Pixels,
  type TriedModel,
} from './family.ts'
import { darkPeak, type Peak, quarterShifted } from './heat-map-peaks.ts'
import { isUsualCount, onePose } from './one-pose.ts'

/** mmpose keeps the shape of a person (mmpose/datasets/transforms, `TopdownAffine`). */
const PIXELS: Pixels = { ...IMAGENET, fit: 'letterbox', bars: BLACK }

/** Pixels of the input for each cell of a heat map. */
const STRIDE = 4
/** Pixels are divided into up to so many bins. */
const MAX_BINS = 4

/**
 * Top-down pose networks, which take one person at a time, and so belong behind a crop block.
 *
 * - Heat maps [1, keypoints, height / 4, width / 4] of HRNet, SimpleBaseline and ViTPose: the highest cell and a quarter
 *   of a cell towards its higher neighbour, times 4 (mmpose/codecs/msra_heatmap.py). ViTPose as transformers exports it
 *   (`pixel_values`, `heatmaps`), or with a metadata entry `codec` that names UDP: DARK, and the first and last cells
 *   are the edges of the input (`post_process_pose_estimation`).
 * - SimCC of RTMPose: `simcc_x` [1, keypoints, bins of the width] and `simcc_y` [1, keypoints, bins of the height]: the
 *   highest bins, and the mean of their values (Tau-J/rtmlib, rtmlib/tools/pose_estimation/rtmpose.py; mmpose itself
 *   takes the smaller of the two).
 */
export const topDownPose: Family = {
  id: 'top-down-pose',
  recognise: (model) =>
    mayDo(model, 'pose', 'keypoints', 'keypoint-detection') ? (heatMaps(model) ?? simcc(model)) : null,
}

/** A name and a number of classes other than one say that the maps are of classes. */
const mayPlacePoints = ({ classNames, metadata }: TriedModel, count: number): boolean =>
  metadata.task !== undefined || (isUsualCount(count) && (classNames === null || classNames.length === 1))

function heatMaps(model: TriedModel): Head | null {
  const [output, ...others] = model.outputs
  const [batch, count = 0, height = 0, width = 0, ...rest] = output?.shape ?? []
  const { input } = model
  if (!output || others.length > 0 || batch !== 1 || output.shape.length !== 4 || rest.length > 0) return null
  if (STRIDE * height !== input.height || STRIDE * width !== input.width || !mayPlacePoints(model, count)) return null
  if (!isHeat(output) || model.second?.outputs.some((seen) => !isHeat(seen))) return null
  const isUdp = isUnbiased(model, output)
  const [scaleX, scaleY] = isUdp ? [input.width / (width - 1), input.height / (height - 1)] : [STRIDE, STRIDE]
  return onePose(model, {
    title: isUdp ? 'Top-down pose, heat maps with DARK' : 'Top-down pose, heat maps',
    count,
    pixels: PIXELS,
    read([raw]) {
      const { data } = raw as OutputTensor
      const area = width * height
      return placed(count, (k) => {
        const map = { values: data.subarray(k * area, (k + 1) * area), width, height }
        const { x, y, score } = isUdp ? darkPeak(map) : quarterShifted(map)
        return { x: x * scaleX, y: y * scaleY, score }
      })
    },
  })
}

/** Maps of classes are logits, which spread far beyond 0 to 1, or a softmax; heat maps are trained towards 0 to 1. */
const isHeat = ({ data, operator, isInteger }: OutputTensor): boolean =>
  !isInteger && operator !== 'Softmax' && operator !== 'LogSoftmax' && data.every((v) => v > -0.6 && v < 1.6)

const isUnbiased = ({ metadata, inputName }: TriedModel, { name }: OutputTensor): boolean =>
  metadata.codec === undefined
    ? name === 'heatmaps' && (inputName === undefined || inputName === 'pixel_values')
    : /udp/i.test(metadata.codec)

function simcc(model: TriedModel): Head | null {
  const { outputs, input } = model
  const isNamed = outputs.every(({ name }) => /simcc_[xy]/i.test(name))
  const x = isNamed ? outputs.findIndex(({ name }) => /simcc_x/i.test(name)) : 0
  const [forX, forY] = [outputs[x], outputs[1 - x]]
  if (outputs.length !== 2 || !forX || !forY) return null
  const [count, bins] = sizeOf(forX)
  const [countY, binsY] = sizeOf(forY)
  const split = bins / input.width
  if (count === 0 || count !== countY || split < 1 || split > MAX_BINS || binsY !== split * input.height) return null
  if (!isNamed && !mayPlacePoints(model, count)) return null
  return onePose(model, {
    title: 'Top-down pose, SimCC',
    count,
    pixels: PIXELS,
    read: (raw) =>
      placed(count, (k) => {
        const [column, right] = highestOf(raw[x] as OutputTensor, k, bins)
        const [row, below] = highestOf(raw[1 - x] as OutputTensor, k, binsY)
        return { x: column / split, y: row / split, score: (right + below) / 2 }
      }),
  })
}

/** Keypoints and bins of [1, keypoints, bins]; 0 for other shapes. */
function sizeOf({ shape: [batch, count = 0, bins = 0, ...rest] }: OutputTensor): [count: number, bins: number] {
  return batch === 1 && rest.length === 0 ? [count, bins] : [0, 0]
}

function highestOf({ data }: OutputTensor, k: number, bins: number): [bin: number, value: number] {
  const values = data.subarray(k * bins, (k + 1) * bins)
  let best = 0
  for (let i = 1; i < bins; i++) if ((values[i] as number) > (values[best] as number)) best = i
  return [best, values[best] as number]
}

function placed(count: number, peakOf: (k: number) => Peak): Float32Array<ArrayBuffer> {
  const points = new Float32Array(3 * count)
  for (let k = 0; k < count; k++) {
    const { x, y, score } = peakOf(k)
    points.set([x, y, score], 3 * k)
  }
  return points
}
