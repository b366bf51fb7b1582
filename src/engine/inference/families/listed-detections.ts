import { CandidateList } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import { keypointsOf } from './coco.ts'
import {
  BYTES_RGB,
  type Family,
  IMAGENET,
  type OutputTensor,
  type Pixels,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'
import { gridOutlines } from './mask-outlines.ts'

/**
 * Final detections in three outputs, boxes [rows, 4], scores [rows] and labels [rows], with or without a first
 * dimension of 1: torchvision (also masks [rows, 1, height, width] and keypoints [rows, keypoints, 3]), SSD of MLPerf,
 * TensorFlow's Object Detection API through tf2onnx (`detection_boxes` as y1, x1, y2, x2), and RT-DETR, D-FINE and DEIM
 * with their postprocessor, which takes the image's size. Boxes are in pixels or shares of the input, decided by their
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
        shape: (found, outputs) => ({ ...found, outlines: gridOutlines(found, at(outputs, masks), 0.5, model.input) }),
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

/** Rows of an output of shape [rows, ...rest] or [1, rows, ...rest]; null when it is neither. */
function lengthOf({ shape }: OutputTensor, rest: readonly number[]): number | null {
  const own = shape.length === rest.length + 2 && shape[0] === 1 ? shape.slice(1) : shape
  return own.length === rest.length + 1 && rest.every((side, i) => own[i + 1] === side) ? (own[0] as number) : null
}

const MAX_SHARE = 2

/** Boxes of less than two pixels make no sense: such numbers are shares of the image. */
const areShares = (corners: Float32Array): boolean => corners.every((v) => v <= MAX_SHARE)

function titleOf({ takesSize }: TriedModel, boxes: OutputTensor): string {
  if (takesSize) return 'DETR with its postprocessor'
  return boxes.name.startsWith('detection_boxes') ? 'TensorFlow detector' : 'SSD or torchvision style detector'
}

/**
 * TensorFlow's networks take the decoded bytes and scale them internally; torchvision's normalise internally; RT-DETR
 * and D-FINE take 0 to 1, stretched; MLPerf's SSD takes ImageNet's mean.
 */
function pixelsOf({ takesSize, input }: TriedModel, boxes: OutputTensor): Pixels {
  if (takesSize) return { ...UNIT_RGB, fit: 'stretch' }
  if (boxes.name.startsWith('detection_boxes') || input.elementType === 'uint8') return { ...BYTES_RGB, fit: 'stretch' }
  const saysShares = boxes.shape.length === 3 && boxes.data.length > 0 && areShares(boxes.data)
  return saysShares ? IMAGENET : UNIT_RGB
}
