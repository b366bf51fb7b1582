import { CandidateList } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import { DETS } from './arrangements.ts'
import {
  BYTES_RGB,
  type Family,
  IMAGENET,
  isFraction,
  keypointsOf,
  type OutputTensor,
  type Pixels,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'
import { boxedOutlines, gridOutlines } from './mask-outlines.ts'

/**
 * Final detections in three outputs, boxes [rows, 4], scores [rows] and labels [rows], with or without a first
 * dimension of 1: torchvision (also masks [rows, 1, height, width] and keypoints [rows, keypoints, 3]), SSD of MLPerf,
 * TensorFlow's Object Detection API through tf2onnx (`detection_boxes` as y1, x1, y2, x2), and RT-DETR, D-FINE and DEIM
 * with their postprocessor, which takes the image's size; MMDetection through MMDeploy, whose boxes hold their scores
 * (`arrangements.ts`) and whose masks [1, rows, 28, 28] span each box. Boxes are in pixels or shares of the input, decided by their
 * values. Labels are the file's class ids.
 */
export const listedDetections: Family = {
  id: 'listed-detections',
  recognise(model) {
    const parts = partsOf(model)
    if (!parts) return null
    const { boxes, scores, labels, masks, keypoints } = parts
    const points = keypoints?.shape.at(-2) ?? 0
    const at = (outputs: readonly OutputTensor[], of: OutputTensor) =>
      outputs[model.outputs.indexOf(of)] as OutputTensor
    const isYFirst = boxes.name.startsWith('detection_boxes')
    const { width, height } = model.input
    return {
      modelType: masks ? 'instance_segmentation' : keypoints ? 'keypoint_detection' : 'object_detection',
      architecture: `${titleOf(model, boxes)} (boxes, scores and labels)`,
      classes: model.classNames ?? numbered(0),
      needsNms: false,
      pixels: pixelsOf(model, boxes),
      keypoints: keypoints ? keypointsOf(points) : null,
      decode(outputs, { confidence, classIds }) {
        const [corners, sure, ids] = [at(outputs, boxes).data, at(outputs, scores).data, at(outputs, labels).data]
        const isShare = areShares(corners)
        const [sx, sy] = isShare ? [width, height] : [1, 1]
        const found = new CandidateList()
        for (let row = 0; row < sure.length; row++) {
          const score = sure[row] as number
          const classId = Math.round(ids[row] as number)
          if (!(score >= confidence) || score <= 0 || (classIds && !classIds.has(classId))) continue
          const [a, b, c, d] = corners.subarray(4 * row, 4 * row + 4) as unknown as [number, number, number, number]
          if (isYFirst) found.push(b * sx, a * sy, d * sx, c * sy, score, classId, row)
          else found.push(a * sx, b * sy, c * sx, d * sy, score, classId, row)
        }
        return found
      },
      ...(masks && {
        shape: (found, outputs) => ({
          ...found,
          outlines: spansBox(masks)
            ? boxedOutlines(found, at(outputs, masks), 0.5)
            : gridOutlines(found, at(outputs, masks), 0.5, model.input),
        }),
      }),
      ...(keypoints && {
        shape: (found, outputs) => {
          const { data } = at(outputs, keypoints)
          const values = new Float32Array(3 * points * found.count)
          for (let i = 0; i < found.count; i++) {
            const row = found.rows?.[i] as number
            values.set(data.subarray(3 * points * row, 3 * points * (row + 1)), 3 * points * i)
          }
          return { ...found, keypoints: values }
        },
      }),
    }
  },
}

interface Parts {
  boxes: OutputTensor
  scores: OutputTensor
  labels: OutputTensor
  masks: OutputTensor | undefined
  keypoints: OutputTensor | undefined
}

function partsOf({ outputs }: TriedModel): Parts | null {
  // TensorFlow also lists the boxes before suppression.
  const finished = outputs.filter((o) => !/raw|multiclass|anchor/i.test(o.name))
  return partsByName(finished) ?? partsByShape(finished)
}

function partsByName(finished: readonly OutputTensor[]): Parts | null {
  const boxes = finished.find((o) => lengthOf(o, [4]) !== null && /box|dets/i.test(o.name))
  const rows = boxes && lengthOf(boxes, [4])
  if (!boxes || rows === null || rows === undefined) return null
  const lists = finished.filter((o) => lengthOf(o, []) === rows)
  const labels = lists.find((o) => /label|class/i.test(o.name))
  const scores = lists.find((o) => o !== labels && /score|conf|prob/i.test(o.name))
  if (!labels || !scores || scores.isInteger) return null
  const masks = finished.find((o) => /mask/i.test(o.name) && o.shape.length === 4 && o.shape.includes(rows))
  const keypoints = finished.find((o) => /^keypoints$/i.test(o.name) && o.shape.at(-1) === 3 && o.shape.includes(rows))
  return { boxes, scores, labels, masks, keypoints }
}

/**
 * The same outputs with numbers for names, in any order, as PyTorch exports them without `output_names`: the types and
 * shapes differ.
 */
function partsByShape(outputs: readonly OutputTensor[]): Parts | null {
  const boxes = outputs.find((o) => !o.isInteger && lengthOf(o, [4]) !== null && !NAMED.test(o.name))
  const rows = boxes && lengthOf(boxes, [4])
  const lists = outputs.filter((o) => lengthOf(o, []) === rows && !NAMED.test(o.name))
  const labels = lists.find((o) => o.isInteger)
  const scores = lists.find((o) => !o.isInteger && o.data.every(isFraction))
  const rest = outputs.filter((o) => o !== boxes && o !== labels && o !== scores)
  if (!boxes || !labels || !scores) return null
  const masks = rest.find((o) => o.shape.length === 4 && o.shape[0] === rows && o.shape[1] === 1)
  // TorchVision adds the scores of the keypoints [rows, keypoints].
  const keypoints = rest.find((o) => o.shape.length === 3 && o.shape[0] === rows && o.shape[2] === 3)
  const isWhole = rest.every((o) => o === masks || o === keypoints || (keypoints && o.shape.length === 2))
  return isWhole ? { boxes, scores, labels, masks, keypoints } : null
}

/** Names that say something else than a number does. */
const NAMED = /logit|landm|point|num/i

/** Rows of an output of shape [rows, ...rest] or [1, rows, ...rest]; null when it is neither. */
function lengthOf({ shape }: OutputTensor, rest: readonly number[]): number | null {
  const own = shape.length === rest.length + 2 && shape[0] === 1 ? shape.slice(1) : shape
  return own.length === rest.length + 1 && rest.every((side, i) => own[i + 1] === side) ? (own[0] as number) : null
}

/** Larger masks span the image, smaller ones their box: 28 cells in MMDetection, 33 in TensorFlow. */
const MAX_BOXED = 64

const spansBox = ({ shape }: OutputTensor): boolean => Math.max(...shape.slice(-2)) <= MAX_BOXED

const MAX_SHARE = 2

/** Boxes of less than two pixels make no sense: such numbers are shares of the image. */
const areShares = (corners: Float32Array): boolean => corners.every((v) => v <= MAX_SHARE)

const isOfMmdetection = ({ name }: OutputTensor): boolean => name.startsWith(`${DETS}.`)

function titleOf({ takesSize }: TriedModel, boxes: OutputTensor): string {
  if (takesSize) return 'DETR with its postprocessor'
  if (isOfMmdetection(boxes)) return 'MMDetection'
  return boxes.name.startsWith('detection_boxes') ? 'TensorFlow detector' : 'SSD or torchvision style detector'
}

/**
 * TensorFlow's networks take the decoded bytes and scale them internally; torchvision's normalise internally; RT-DETR
 * and D-FINE take 0 to 1, stretched; MLPerf's SSD takes ImageNet's mean, as does MMDetection, with bars on the right
 * and below (mmdet/models/data_preprocessors/data_preprocessor.py).
 */
function pixelsOf({ takesSize, input }: TriedModel, boxes: OutputTensor): Pixels {
  if (takesSize) return { ...UNIT_RGB, fit: 'stretch' }
  if (isOfMmdetection(boxes)) return { ...IMAGENET, fit: 'letterbox_top_left' }
  if (boxes.name.startsWith('detection_boxes') || input.elementType === 'uint8') return { ...BYTES_RGB, fit: 'stretch' }
  const saysShares = boxes.shape.length === 3 && boxes.data.length > 0 && areShares(boxes.data)
  return saysShares ? IMAGENET : UNIT_RGB
}
