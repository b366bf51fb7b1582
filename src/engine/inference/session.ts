/** One ONNX Runtime session with its head: opened, tried on a blank picture, recognised. Blocks its thread. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ort from 'onnxruntime-node'
import type { ModelInspection } from '../../shared/domain/job.ts'
import { RunFailure } from '../runtime/run-failure.ts'
import type { Candidates, DecodeOptions } from './candidates.ts'
import { parseClassNames } from './class-names.ts'
import { recognise } from './families/families.ts'
import type { Head, OutputTensor } from './families/family.ts'
import { fromHalves, toHalves } from './half.ts'
import { type NmsOptions, suppress, surest } from './nms.ts'
import { type OnnxFile, readOnnxFile, type TensorInfo } from './onnx-file.ts'

export interface InferOptions extends DecodeOptions, NmsOptions {}

export interface DetectorSession {
  readonly inspection: ModelInspection
  /**
   * `input`: planar RGB, 0 to 1, of shape [3, height, width] as `inspection.input` says.
   * Boxes come back in pixels of that input, by falling score.
   */
  infer(input: Float32Array, options: InferOptions): Promise<Candidates>
  close(): Promise<void>
}

const DEFAULT_SIDE = 640

/**
 * Raises `RunFailure`: `model_missing`, `model_unreadable` (not ONNX, damaged), `model_unsupported` (no known head).
 * `name` is what messages call the model.
 */
export async function openSession(path: string, threads: number, name = basename(path)): Promise<DetectorSession> {
  const file = readDeclaration(path, name)
  const input = pictureInput(file, name)
  const session = await createSession(path, threads, name)
  try {
    const outputs = await runOn(session, file, input, new Float32Array(3 * input.height * input.width))
    const head = headOf(file, outputs, name)
    const inspection: ModelInspection = {
      modelType: head.modelType,
      architecture: head.architecture,
      classes: head.classes,
      input: { name: input.info.name, width: input.width, height: input.height },
      precision: input.info.elementType === 'float16' ? 'fp16' : 'fp32',
      metadata: file.metadata,
    }
    return {
      inspection,
      async infer(picture, options) {
        const found = head.decode(await runOn(session, file, input, picture), options)
        return head.needsNms ? suppress(found, options) : surest(found, options.maxDetections)
      },
      close: () => session.release(),
    }
  } catch (error) {
    await session.release()
    if (error instanceof RunFailure) throw error
    throw unsupported(name, `it can’t be run on a picture (${firstLine(error)})`, error)
  }
}

interface PictureInput {
  info: TensorInfo
  width: number
  height: number
}

function readDeclaration(path: string, name: string): OnnxFile {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const message = `The model file “${name}” can’t be opened. Check that it is still there and may be read.`
    throw new RunFailure('model_missing', message, null, error)
  }
  try {
    return readOnnxFile(bytes)
  } catch (error) {
    throw unreadable(name, error)
  }
}

async function createSession(path: string, threads: number, name: string): Promise<ort.InferenceSession> {
  try {
    return await ort.InferenceSession.create(path, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 4,
      // Sessions share the cores: a thread that spins takes them from the others.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
  } catch (error) {
    throw unreadable(name, error)
  }
}

function pictureInput(file: OnnxFile, name: string): PictureInput {
  const [info, ...others] = file.inputs
  if (!info) throw unreadable(name, new Error('no input'))
  const described = file.inputs.map(describe).join(', ')
  const isPicture = info.shape.length === 4 && (info.shape[1] === 3 || typeof info.shape[1] === 'string')
  const isFloat = info.elementType === 'float32' || info.elementType === 'float16'
  if (others.length > 0 || !isPicture || !isFloat) {
    throw unsupported(
      name,
      `its input is ${described}, where one float input of shape [1, 3, height, width] is expected`,
    )
  }
  const [, , height, width] = info.shape
  const stated = statedSize(file.metadata.imgsz)
  return {
    info,
    height: typeof height === 'number' && height > 0 ? height : (stated?.height ?? DEFAULT_SIDE),
    width: typeof width === 'number' && width > 0 ? width : (stated?.width ?? DEFAULT_SIDE),
  }
}

/** Ultralytics writes `[height, width]` or one side. */
function statedSize(imgsz: string | undefined): { width: number; height: number } | null {
  const sides = imgsz?.match(/\d+/g)?.map(Number) ?? []
  const [height, width = height] = sides
  return height && width ? { width, height } : null
}

function headOf(file: OnnxFile, outputs: OutputTensor[], name: string): Head {
  const classNames = file.metadata.names === undefined ? null : parseClassNames(file.metadata.names)
  const head = recognise({ metadata: file.metadata, classNames, outputs })
  if (head) return head
  const shapes = outputs.map((o) => `“${o.name}” [${o.shape.join(', ')}]`).join(' and ')
  const task = file.metadata.task ? ` for the task “${file.metadata.task}”` : ''
  const named = classNames ? `${classNames.length} class names` : 'no class names'
  const which = outputs.length === 1 ? `output ${shapes}${task} fits` : `outputs ${shapes}${task} fit`
  throw unsupported(name, `with ${named}, its ${which} none of the detectors it knows`)
}

async function runOn(
  session: ort.InferenceSession,
  file: OnnxFile,
  { info, width, height }: PictureInput,
  picture: Float32Array,
): Promise<OutputTensor[]> {
  const shape = [1, 3, height, width]
  const tensor =
    info.elementType === 'float16'
      ? new ort.Tensor('float16', toHalves(picture), shape)
      : new ort.Tensor('float32', picture, shape)
  const results = await session.run({ [info.name]: tensor })
  return file.outputs.map(({ name }) => {
    const result = results[name] as ort.Tensor
    return { name, shape: result.dims, data: asFloats(result) }
  })
}

function asFloats({ type, data }: ort.Tensor): Float32Array {
  if (data instanceof Float32Array) return data
  if (type === 'float16') return data instanceof Uint16Array ? fromHalves(data) : Float32Array.from(data as never)
  return Float32Array.from(data as ArrayLike<number | bigint>, Number)
}

const describe = ({ name, elementType, shape }: TensorInfo) =>
  `“${name}” ${elementType ?? 'of an unknown type'} [${shape.join(', ')}]`

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0]

const unreadable = (name: string, cause: unknown) =>
  new RunFailure(
    'model_unreadable',
    `“${name}” can’t be read as an ONNX model. The file may be damaged or incomplete: download or export it again.`,
    null,
    cause,
  )

const unsupported = (name: string, why: string, cause?: unknown) =>
  new RunFailure(
    'model_unsupported',
    `“${name}” is not of a kind that Sightline can run yet: ${why}. Supported are Ultralytics detectors (v5 to v12, v26) exported to ONNX.`,
    null,
    cause,
  )
