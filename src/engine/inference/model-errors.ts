/** Messages for unusable model files: the exact part that does not fit, and the remedy. */
import type { Size } from '../../shared/domain/geometry.ts'
import { RunFailure } from '../core/run-failure.ts'
import type { OnnxFile, TensorInfo } from './onnx-file.ts'

export const unreadable = (name: string, cause: unknown) =>
  new RunFailure(
    'model_unreadable',
    `“${name}” can’t be read as an ONNX model. The file may be damaged or incomplete: download or export it again.`,
    null,
    cause,
  )

/** `why` names the part that does not fit, `remedy` is a sentence. */
export const unsupported = (name: string, why: string, remedy: string, cause?: unknown) =>
  new RunFailure('model_unsupported', `“${name}” can’t be used: ${why}. ${remedy}`, null, cause)

export const describeTensor = ({ name, elementType, shape }: TensorInfo) =>
  `“${name}” ${elementType ?? 'of an unknown type'} [${shape.join(', ')}]`

/** Models are stored as single files: weights in another file would be lost, and another model's must not be read. */
export const weightsApart = (name: string, weightsIn: string) =>
  unsupported(
    name,
    `its weights are in another file${weightsIn && `, “${weightsIn}”`}, which is not read`,
    'Save it as one file: onnx.save(onnx.load("model.onnx"), "one-file.onnx").',
  )

const NO_OPERATOR = [
  /No Op registered for (?<operator>[\w.:]+)/,
  /(?<operator>[\w.:]+)\(-?\d+\) is not a registered function\/op/,
]
const NO_KERNEL = /Could not find an implementation for (?<operator>[\w.:]+)\(/
const TOO_NEW = /Opset \d+ is under development|Unsupported model IR version: (?<ir>\d+)/i
const INVALID = /This is an invalid model\. (?<what>.+)/
/** The opset that every exporter can write and every ONNX Runtime reads. */
const PLAIN_OPSET = 17

/** The failure for a file whose declarations can be read but which ONNX Runtime can't open. */
export function unopenable(name: string, { opset }: OnnxFile, error: unknown): RunFailure {
  const said = firstLine(error)
  const tooNew = TOO_NEW.exec(said)?.groups
  if (tooNew) {
    const version = tooNew.ir ? `ONNX IR version ${tooNew.ir}` : `opset ${opset}`
    const why = `it is written in ${version}, which is newer than this ONNX Runtime`
    return unsupported(name, why, `Export it again with opset=${PLAIN_OPSET}.`, error)
  }
  const operator = NO_OPERATOR.map((pattern) => pattern.exec(said)?.groups?.operator).find((o) => o !== undefined)
  if (operator !== undefined) {
    const remedy = /NMS|Plugin|TRT/i.test(operator)
      ? 'It was exported for TensorRT: export it again to plain ONNX, with nms=False.'
      : `Export it again with the standard operators only, of opset ${PLAIN_OPSET} for example.`
    return unsupported(name, `ONNX Runtime has no operator “${operator}”`, remedy, error)
  }
  const kernel = NO_KERNEL.exec(said)?.groups?.operator
  if (kernel !== undefined) {
    const why = `ONNX Runtime has no “${kernel}” for the numbers that it is to work on`
    return unsupported(name, why, 'Export it again with float32 weights (half=False, no bfloat16).', error)
  }
  const invalid = INVALID.exec(said)?.groups?.what
  if (invalid === undefined) return unreadable(name, error)
  return unsupported(name, `its graph breaks ONNX’s rules (${invalid.replace(/\.$/, '')})`, 'Export it again.', error)
}

const FAILED_NODE = /while running (?<operator>\w+) node.*?Status Message: (?:\/\S+ .*?\) )?(?<what>.+)/

/** The failure for a model that opens but does not run on an image of this size. */
export function unrunnable(name: string, { width, height }: Size, error: unknown): RunFailure {
  const said = firstLine(error)
  const { operator, what = said } = FAILED_NODE.exec(said)?.groups ?? {}
  const where = operator === undefined ? 'it fails' : `its operator “${operator}” fails`
  const why = `${where} on a picture of ${width} x ${height} (${what.replace(/\.$/, '')})`
  return unsupported(name, why, 'Export it again with a fixed input size (imgsz) and batch=1.', error)
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0] as string

/** `described`: the outputs with their shapes for the trial image. */
export function unsupportedOutputs(
  name: string,
  { metadata }: OnnxFile,
  outputs: readonly { name: string; shape: readonly number[] }[],
  classNames: readonly string[] | null,
): RunFailure {
  if (metadata.task === 'depth') {
    const why = 'it estimates how far away everything is (its task is “depth”), and finds no objects'
    return unsupported(name, why, 'Choose a model that detects, segments or classifies.')
  }
  const shapes = outputs.map((o) => `“${o.name}” [${o.shape.join(', ')}]`).join(', ')
  const task = metadata.task ? ` for the task “${metadata.task}”` : ''
  const named = classNames ? `${classNames.length} class names` : 'no class names'
  const of = outputs.length === 1 ? `its output ${shapes}` : `its outputs ${shapes}`
  return unsupported(
    name,
    `with ${named}, ${of}${task} fit${outputs.length === 1 ? 's' : ''} no kind of model that is known`,
    remedyFor(outputs, classNames),
  )
}

const KNOWN =
  'Known are Ultralytics (v5 to v12, v26), YOLOX, DETR, SSD and torchvision detectors, segmentation and classification models.'

function remedyFor(outputs: readonly { shape: readonly number[] }[], classNames: readonly string[] | null): string {
  // A pyramid of grids, with or without the anchors as first dimension.
  const grids = outputs.map(({ shape }) => shape.slice(2, 4).join())
  const isRawMaps = outputs.length > 1 && new Set(grids).size === outputs.length && outputs.every(isMap)
  if (isRawMaps)
    return `These are feature maps before decoding: export it again with the head’s decoding inside. ${KNOWN}`
  const room = roomOf(outputs)
  if (classNames && room !== null && room !== classNames.length) {
    return `The file names ${classNames.length} classes, the output has room for ${room}: export it again together with its own names.`
  }
  return `Export it again with its usual head, with nms=False where there is the choice. ${KNOWN}`
}

const isMap = ({ shape }: { shape: readonly number[] }) => shape.length === 4 || shape.length === 5

/** Number of classes of a one-stage head of this shape; null when it is none. */
function roomOf(outputs: readonly { shape: readonly number[] }[]): number | null {
  const [batch, rows = 0, columns = 0, ...rest] = outputs.length === 1 ? (outputs[0]?.shape ?? []) : []
  if (batch !== 1 || rest.length > 0 || Math.min(rows, columns) <= 5) return null
  return rows < columns ? rows - 4 : columns - 5
}
