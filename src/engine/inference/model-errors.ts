/** Messages for unusable model files: the exact part that does not fit, and the remedy. */
import type { ConversionField } from '../../shared/domain/conversion.ts'
import { type DeviceId, kindOfDevice } from '../../shared/domain/device.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { foreignModel, KIND_BYTES, notOnnxModel } from '../../shared/domain/model-file-kind.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { KIND_NAMES } from './devices/execution-providers.ts'
import { refuted } from './families/families.ts'
import type { TriedModel } from './families/family.ts'
import { lookAlikeOf } from './families/look-alikes.ts'
import type { ImageInput } from './model-input.ts'
import type { OnnxFile, TensorInfo } from './onnx-file.ts'
import { MAX_VALUES, type TensorSize } from './tensor-sizes.ts'

/** The limit of protobuf, in which ONNX is written: ONNX Runtime opens no larger file. */
export const MAX_MODEL_BYTES = 2 ** 31 - 1

export const unreadable = (name: string, cause: unknown) =>
  new RunFailure('model_unreadable', message('model_file.unreadable', { name }), null, cause)

/** The failure for bytes that can't be parsed: with the export command for a file of another framework. */
export const notOnnx = (name: string, bytes: Uint8Array, cause: unknown) => {
  const known = notOnnxModel(name, bytes.subarray(0, KIND_BYTES))
  return known ? new RunFailure('model_unreadable', known, null, cause) : unreadable(name, cause)
}

/** The failure for a file of another framework, by its first bytes; null for one that may be ONNX, or an archive of it. */
export function foreignFile(name: string, start: Uint8Array): RunFailure | null {
  const foreign = foreignModel(name, start)
  return foreign && new RunFailure('model_unreadable', foreign)
}

export const unsupported = (why: Message, cause?: unknown) => new RunFailure('model_unsupported', why, null, cause)

/** The failure for an option of a person that does not fit the model. */
export const unfitOption = (name: string, field: ConversionField, problem: Message) =>
  unsupported(message('conversion.unfit', { name, field, problem }))

export const describeTensor = ({ name, elementType, shape: dims }: TensorInfo): Message => {
  const shape = dims.join(', ')
  return elementType === undefined || elementType === null
    ? message('model_file.tensor_of_unknown_type', { name, shape })
    : message('model_file.tensor', { name, type: elementType, shape })
}

/** A batch of several images that the file fixes. */
export function fixedBatch(name: string, { inputs }: OnnxFile, image: ImageInput) {
  const declared = inputs.find((input) => input.name === image.name)
  const tensor = declared ? describeTensor(declared) : image.name
  return unsupported(message('model_file.input_batch', { name, tensor, batch: image.batch }))
}

/** The failure for weights in another file, which was not given with the model; '' where the model does not name it. */
export const weightsApart = (name: string, file: string) =>
  unsupported(
    file === '' ? message('model_file.weights_apart', { name }) : message('model_file.weights_in', { name, file }),
  )

const MEGABYTE = 1_000_000

export const modelTooLarge = (name: string, bytes: number) => {
  const megabytes = Math.ceil(bytes / MEGABYTE)
  return unsupported(message('model_file.too_large', { name, megabytes, max: Math.floor(MAX_MODEL_BYTES / MEGABYTE) }))
}

export const tensorTooLarge = (name: string, { name: tensor, values }: TensorSize) =>
  unsupported(message('model_file.tensor_too_large', { name, tensor, values, max: MAX_VALUES }))

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
    const why = tooNew.ir
      ? message('model_file.newer_ir', { name, version: tooNew.ir, opset: PLAIN_OPSET })
      : message('model_file.newer_opset', { name, version: String(opset), opset: PLAIN_OPSET })
    return unsupported(why, error)
  }
  const operator = NO_OPERATOR.map((pattern) => pattern.exec(said)?.groups?.operator).find((o) => o !== undefined)
  if (operator !== undefined) {
    const why = /NMS|Plugin|TRT/i.test(operator)
      ? message('model_file.tensorrt_operator', { name, operator })
      : message('model_file.unknown_operator', { name, operator, opset: PLAIN_OPSET })
    return unsupported(why, error)
  }
  const kernel = NO_KERNEL.exec(said)?.groups?.operator
  if (kernel !== undefined) return unsupported(message('model_file.no_kernel', { name, operator: kernel }), error)
  const invalid = INVALID.exec(said)?.groups?.what
  if (invalid === undefined) return unreadable(name, error)
  return unsupported(message('model_file.invalid_graph', { name, reason: invalid.replace(/\.$/, '') }), error)
}

/** The failure on a device other than the CPU: the device may be at fault, so nothing is said about the file. */
export const unopenableOn = (id: DeviceId, model: string, error: unknown): RunFailure => {
  const device = KIND_NAMES[kindOfDevice(id)]
  return unsupported(message('device.model_fails', { model, device, reason: firstLine(error) }), error)
}

const FAILED_NODE = /while running (?<operator>\w+) node.*?Status Message: (?:\/\S+ .*?\) )?(?<what>.+)/

/** The failure for a model that opens but does not run on an image of this size. */
export function unrunnable(name: string, { width, height }: Size, error: unknown): RunFailure {
  const said = firstLine(error)
  const { operator, what = said } = FAILED_NODE.exec(said)?.groups ?? {}
  const places = { name, width, height, reason: what.replace(/\.$/, '') }
  const why =
    operator === undefined
      ? message('model_file.fails', places)
      : message('model_file.operator_fails', { ...places, operator })
  return unsupported(why, error)
}

export const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] as string

/** The failure for outputs that fit no family: with the kind of network that they seem to be of. */
export function unsupportedOutputs(
  name: string,
  { metadata }: Pick<OnnxFile, 'metadata'>,
  model: TriedModel,
): RunFailure {
  const { outputs, classNames } = model
  if (metadata.task === 'depth') return unsupported(message('model_file.depth', { name }))
  const places = {
    name,
    classes: classNames
      ? message('model_file.class_names', { count: classNames.length })
      : message('model_file.no_class_names'),
    count: outputs.length,
    outputs: outputs.map((o) => `“${o.name}” [${o.shape.join(', ')}]`).join(', '),
    remedy: remedyFor(model),
  }
  const { task } = metadata
  return unsupported(
    task
      ? message('model_file.unknown_outputs_of_task', { ...places, task })
      : message('model_file.unknown_outputs', places),
  )
}

function remedyFor(model: TriedModel): Message {
  const { outputs, classNames } = model
  // A pyramid of grids, with or without the anchors as first dimension.
  const grids = outputs.map(({ shape }) => shape.slice(2, 4).join())
  const isRawMaps = outputs.length > 1 && new Set(grids).size === outputs.length && outputs.every(isMap)
  const supported = message('model_file.supported')
  const kind = lookAlikeOf(model)
  if (kind !== null && (!isRawMaps || kind === 'raw_anchors')) return message(`model_file.is_${kind}`)
  if (isRawMaps) return message('model_file.feature_maps', { supported })
  const beyond = refuted(model)
  if (beyond) return message('model_file.no_probabilities', { ...beyond, score: beyond.score.toPrecision(3) })
  const room = roomOf(outputs)
  if (classNames && room !== null && room !== classNames.length) {
    return message('model_file.other_class_count', { names: classNames.length, room })
  }
  return message('model_file.unusual_head', { supported })
}

const isMap = ({ shape }: { shape: readonly number[] }) => shape.length === 4 || shape.length === 5

/** Number of classes of a one-stage head of this shape; null for any other shape. */
function roomOf(outputs: readonly { shape: readonly number[] }[]): number | null {
  const [batch, rows = 0, columns = 0, ...rest] = outputs.length === 1 ? (outputs[0]?.shape ?? []) : []
  if (batch !== 1 || rest.length > 0 || Math.min(rows, columns) <= 5) return null
  return rows < columns ? rows - 4 : columns - 5
}
