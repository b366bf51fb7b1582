import { CandidateList } from '../candidates.ts'
import {
  type Family,
  IMAGENET,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type Pixels,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'

/** The columns of a row. */
interface Form {
  title: string
  columns: number
  /** The image of the batch. */
  image?: number
  /** The first of x1, y1, x2, y2, in pixels of the input. */
  box: number
  classId: number
  score: number
  pixels: Pixels
}

/**
 * Final detections as rows of one output [rows, columns], as many as there are: WongKinYiu/yolov7 (models/experimental.py,
 * `ONNX_ORT`), super-gradients (conversion/onnx/nms.py, `PickNMSPredictionsAndReturnAsFlatResult`), PaddleDetection
 * (ppdet/modeling/post_process.py, `BBoxPostProcess`; unused rows have class -1), and boxes with their score and class
 * in the order of torchvision’s `nms` in exports by hand.
 */
const FORMS: readonly Form[] = [
  { title: 'YOLOv7 (end2end)', columns: 7, image: 0, box: 1, classId: 5, score: 6, pixels: UNIT_RGB },
  { title: 'YOLO-NAS (flat)', columns: 7, image: 0, box: 1, score: 5, classId: 6, pixels: UNIT_RGB },
  { title: 'PaddleDetection', columns: 6, classId: 0, score: 1, box: 2, pixels: IMAGENET },
  { title: 'Suppressed boxes (box, score, class)', columns: 6, box: 0, score: 4, classId: 5, pixels: UNIT_RGB },
]

/** Two forms have the same shape: the values of the rows decide, and names where a trial found nothing. */
export const listedRows: Family = {
  id: 'listed-rows',
  recognise(model) {
    const index = model.outputs.findIndex((output) => isList(output, model))
    const list = model.outputs[index]
    const others = model.outputs.filter((output) => output !== list)
    if (!list || !others.every(isCount) || !mayDo(model, 'detect') || isOfClassifier(list, model)) return null
    const trials = [list, model.second?.outputs[index]].flatMap((output) => output ?? [])
    const forms = FORMS.filter((form) => form.columns === list.shape.at(-1))
    const form = forms.find((one) => isNamedLike(one, model, list)) ?? forms[0]
    const fitting = forms.filter((one) => trials.every(({ data }) => hasForm(data, one)))
    const [chosen] = form && fitting.includes(form) ? [form] : fitting
    if (!chosen) return null
    return {
      modelType: 'object_detection',
      architecture: `${chosen.title}, rows of detections`,
      classes: namesOr(model.classNames, 0),
      needsNms: false,
      pixels: chosen.pixels,
      decode(outputs, { confidence, classIds }) {
        const { data } = outputs[index] as OutputTensor
        // A trial without detections may have chosen the wrong one of two forms.
        const { columns, box, score, classId, image } = hasForm(data, chosen)
          ? chosen
          : (forms.find((other) => hasForm(data, other)) ?? chosen)
        const found = new CandidateList()
        for (let row = 0; row < data.length / columns; row++) {
          const at = columns * row
          const [sure, id] = [data[at + score] as number, Math.round(data[at + classId] as number)]
          if (!(sure >= confidence) || sure <= 0 || id < 0 || (classIds && !classIds.has(id))) continue
          if (image !== undefined && data[at + image] !== 0) continue
          const [x1, y1, x2, y2] = data.subarray(at + box, at + box + 4) as unknown as [number, number, number, number]
          found.push(x1, y1, x2, y2, sure, id, row)
        }
        return found
      },
    }
  },
}

/** The length is free in the file, or not 1 on the trial: a single row may be the scores of a classifier. */
function isList({ shape, declared, isInteger }: OutputTensor, { takesScale }: TriedModel): boolean {
  const [rows = 0, columns = 0, ...rest] = shape
  const isFree = declared ? typeof declared[0] !== 'number' : rows !== 1
  return (
    rest.length === 0 && !isInteger && (columns === 6 || columns === 7) && (isFree || rows !== 1 || takesScale === true)
  )
}

/** One row of as many scores as classes, of a classifier whose batch is free. */
const isOfClassifier = ({ shape, operator = '' }: OutputTensor, { classNames }: TriedModel): boolean =>
  shape[0] === 1 && (classNames?.length === shape[1] || /Softmax|Sigmoid|Gemm|MatMul/.test(operator))

/** The number of rows, of one image. */
const isCount = ({ data, isInteger }: OutputTensor): boolean => isInteger === true && data.length === 1

function isNamedLike({ title }: Form, { takesScale }: TriedModel, { name }: OutputTensor): boolean {
  if (title.startsWith('YOLO-NAS')) return /flat/i.test(name)
  return title === 'PaddleDetection' && (takesScale === true || /nms|paddle|save_infer/i.test(name))
}

function hasForm(data: Float32Array, { columns, image, classId, score }: Form): boolean {
  for (let at = 0; at < data.length; at += columns) {
    const id = data[at + classId] as number
    if (!Number.isInteger(id) || id < -1 || !isFraction(data[at + score] as number)) return id === -1
    if (image !== undefined && !Number.isInteger(data[at + image])) return false
  }
  return true
}
