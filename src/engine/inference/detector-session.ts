/** One ONNX Runtime session with its head: opened, tried on a blank image, recognised. Blocks its thread. */

import { basename } from 'node:path'
import type ort from 'onnxruntime-node'
import type { Conversion } from '../../shared/domain/conversion.ts'
import { CPU, type DeviceId } from '../../shared/domain/device.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { type Candidates, coveringImage, type DecodeOptions, type Found, withinImage } from './candidates.ts'
import { checkImage } from './devices/check-image.ts'
import { MAX_SCORE, type Recognised, recognise } from './families/families.ts'
import { type OutputTensor, pixelsFor, type TriedModel, UNIT_RGB } from './families/family.ts'
import { halfValues } from './half-tensor.ts'
import { type Convention, imageTensor } from './image-tensor.ts'
import { parseClassNames } from './model-class-names.ts'
import { requireNames, requireValid, settledConversion } from './model-conversion.ts'
import {
  fixedBatch,
  notOnnx,
  tensorTooLarge,
  unopenable,
  unopenableOn,
  unrunnable,
  unsupported,
  unsupportedOutputs,
  weightsApart,
} from './model-errors.ts'
import { type ImageInput, imageInput, otherFeeds, takesBytes } from './model-input.ts'
import { type NmsOptions, suppress, topScored } from './nms.ts'
import { externalData } from './one-file/data-files.ts'
import { readModelFile } from './one-file/read-model-file.ts'
import { batchFor, declaresBatch, isDivisible, outputsOfImage, padded } from './onnx-batch.ts'
import { type OnnxFile, readOnnxFile } from './onnx-file.ts'
import { openShared } from './onnx-session.ts'
import { upright } from './oriented-boxes.ts'
import { otherNetwork } from './other-networks.ts'
import { withFreeSize } from './placeholder-size.ts'
import { type TensorSize, tooLargeTensor } from './tensor-sizes.ts'

export interface InferOptions extends DecodeOptions, NmsOptions {
  /** The image's area in input pixels, larger than the input when that is a crop; omitted when it fills all of it. */
  imageArea?: Box
}

export interface InferRequest {
  input: Float32Array
  options: InferOptions
}

export interface DetectorSession {
  readonly inspection: ModelInspection
  /**
   * `input`: planar RGB, 0 to 1, of shape [3, height, width] as in `inspection.input`. Boxes are in pixels of that
   * input, by falling score.
   */
  infer(input: Float32Array, options: InferOptions): Promise<Found>
  /** Images that one run takes, 1 or the number that the file fixes; `infer` fills the others. */
  readonly imagesPerRun: number
  /** Several images at once, each with the result of `infer`; omitted when the model takes one at a time. */
  readonly batch?: {
    /** Most images. */
    readonly size: number
    infer(requests: readonly InferRequest[]): Promise<Found[]>
  }
  close(): Promise<void>
}

export interface SessionSettings {
  /** The CPU when omitted. */
  device?: DeviceId | undefined
  /** Most images of a batch; one when omitted. */
  batch?: number | undefined
  /** A person's options of the model. */
  conversion?: Conversion | null | undefined
}

const DEFAULT_SIDE = 640

/**
 * Returns the same candidates, with scores of at most 1: half precision rounds some above it. Raises `block_failed` for a score
 * beyond that, since the model is then not what its outputs looked like. `name` is the model's name in messages.
 */
function bounded(candidates: Candidates, { architecture }: Pick<Recognised, 'architecture'>, name: string) {
  const { scores, count } = candidates
  for (let i = 0; i < count; i++) {
    const score = scores[i] as number
    if (score <= 1) continue
    if (score > MAX_SCORE) {
      const places = { name, architecture, score: score.toPrecision(3) }
      throw new RunFailure('block_failed', message('model_file.scores_beyond', places))
    }
    scores[i] = 1
  }
  return candidates
}

/**
 * Raises `RunFailure`: `model_missing`, `model_unreadable` (not ONNX, damaged), `model_unsupported` (an input, output
 * or operator that does not fit). `name` is the model's name in messages.
 */
export async function openSession(
  path: string,
  threads: number,
  name = basename(path),
  settings: SessionSettings = {},
): Promise<DetectorSession> {
  const given = settings.conversion ?? {}
  requireValid(given, name)
  const file = readDeclaration(path, name)
  const other = otherNetwork(file, name)
  if (other) throw unsupported(other)
  const image = imageInput(file, name, given)
  const session = await createSession(path, threads, file, name, settings.device)
  const run: Run = async (images, convention) => {
    const count = Math.max(images.length, image.batch)
    const tensor = imageTensor(padded(images, count), convention)
    const results = await session.run({ ...otherFeeds(image, convention), [image.name]: tensor })
    const outputs = file.outputs.map((output) => outputTensor(output.name, results[output.name] as ort.Tensor))
    if (!isDivisible(outputs, count)) throw fixedBatch(name, file, image)
    return images.map((_, i) => outputsOfImage(outputs, i, count))
  }
  try {
    const { head, size } = await tryOut(file, image, run, name, given)
    const assumed = pixelsFor(head.pixels ?? UNIT_RGB, kindOf(image))
    const { pixels, origins } = settledConversion(given, file, image, assumed)
    const { layout, elementType } = image
    const input = { name: image.name, ...size, layout, elementType, dynamic: image.size === null, ...pixels }
    const { modelType, family, architecture, classes, keypoints = null } = head
    const isFixed = image.batch > 1
    const wanted =
      isFixed || declaresBatch(file, image) ? batchFor(isFixed ? image.batch : (settings.batch ?? 1), size) : 1
    const isBatched = wanted > 1 && (isFixed || (await takesTwo(run, input)))
    const foundIn = (outputs: readonly OutputTensor[], options: InferOptions): Found => {
      const decoded = bounded(head.decode(outputs, options), head, name)
      const placed = modelType === 'classification' ? coveringImage : withinImage
      const found = placed(decoded, options.imageArea)
      const kept = head.needsNms ? suppress(found, options) : topScored(found, options.maxDetections)
      const { boxes, scores, classIds, count, outlines, keypoints } = upright(head.shape?.(kept, outputs) ?? kept)
      return { boxes, scores, classIds, count, ...(outlines && { outlines }), ...(keypoints && { keypoints }) }
    }
    return {
      inspection: {
        modelType,
        family,
        architecture,
        classes,
        input,
        outputs: file.outputs.map((o) => ({ name: o.name, elementType: o.elementType ?? 'unknown', shape: o.shape })),
        nmsInside: !head.needsNms,
        keypoints,
        precision: file.weights.type === 'fp16' || elementType === 'float16' ? 'fp16' : 'fp32',
        weights: file.weights,
        cpuGain: null,
        metadata: file.metadata,
        ...(head.secondBest !== null && { secondBest: head.secondBest }),
        ...(isFixed && { imagesPerRun: image.batch }),
        origins,
        speed: null,
      },
      imagesPerRun: image.batch,
      infer: async (pixels, options) => foundIn(first(await run([pixels], input)), options),
      ...(isBatched && {
        batch: {
          size: wanted,
          async infer(requests) {
            const images = requests.map((request) => request.input)
            const outputs = await run(images, input)
            return requests.map(({ options }, i) => foundIn(outputs[i] as OutputTensor[], options))
          },
        },
      }),
      close: () => session.release(),
    }
  } catch (error) {
    await session.release()
    throw error
  }
}

/** Returns the outputs of each image. Raises `model_unsupported` when those of a batch can't be told apart. */
type Run = (images: readonly Float32Array[], convention: Convention) => Promise<OutputTensor[][]>

const first = (outputs: readonly OutputTensor[][]): OutputTensor[] => outputs[0] as OutputTensor[]

const kindOf = (image: ImageInput) => ({ isBytes: takesBytes(image), isGrey: image.planes === 1 })

/** A file may declare a free batch dimension and still fix it inside. */
async function takesTwo(run: Run, input: Convention): Promise<boolean> {
  const blank = new Float32Array(3 * input.width * input.height)
  return run([blank, blank], input).then(
    () => true,
    () => false,
  )
}

/** Runs the model on a blank image of its input size, and determines its outputs. */
async function tryOut(file: OnnxFile, image: ImageInput, run: Run, name: string, given: Conversion) {
  const own = file.metadata.names === undefined ? null : parseClassNames(file.metadata.names)
  const attempt = async (size: Size) => {
    const pixels = pixelsFor(UNIT_RGB, kindOf(image))
    const convention = { ...size, layout: image.layout, elementType: image.elementType, ...pixels }
    const blank = new Float32Array(3 * size.width * size.height)
    const outputs = await run([blank], convention)
      .then(first)
      .catch((error) => Promise.reject(error instanceof RunFailure ? error : unrunnable(name, size, error)))
    for (const [i, output] of outputs.entries()) {
      output.operator = file.operatorOf(output.name)
      output.declared = file.outputs[i]?.shape ?? []
    }
    const { metadata } = file
    const second = metadata.task === undefined ? await secondTrial(size, (picture) => run([picture], convention)) : null
    const triedAs = (classNames: string[] | null): TriedModel => ({
      metadata,
      classNames,
      input: convention,
      takesSize: image.sizes !== null,
      takesScale: image.scales !== null,
      inputName: image.name,
      outputs,
      // A blank image alone is thin evidence when the file names no task.
      second,
    })
    const names = given.class_names
    const requireOneForEach = () => {
      const known = names && recognise(triedAs(own))
      if (known) requireNames(names, known.classes, name)
    }
    // Names of another number than the file's would fit the outputs of another family.
    if (own && names?.length !== own.length) requireOneForEach()
    const tried = triedAs(names ?? own)
    const head = recognise(tried)
    if (head && names) requireNames(names, head.classes, name)
    if (head) return { head, size }
    requireOneForEach()
    throw unsupportedOutputs(name, file, tried)
  }
  const size = image.size ?? image.stated ?? { width: DEFAULT_SIDE, height: DEFAULT_SIDE }
  const tried = await attempt(size)
  const { usualSize } = tried.head
  const isFree = image.size === null && image.stated === null
  if (!isFree || usualSize === undefined) return tried
  // A model that does not run at its usual size keeps the size at which it runs.
  return attempt(usualSize).catch(() => tried)
}

/** Null when the model fails on that image: the first trial has to suffice. */
async function secondTrial(size: Size, run: (image: Float32Array) => Promise<OutputTensor[][]>) {
  const image = checkImage(size)
  return run(image).then(
    (outputs) => ({ image, outputs: first(outputs) }),
    () => null,
  )
}

interface Declaration extends OnnxFile {
  tooLarge: TensorSize | null
  /** The model with a free input size, to open in place of the file; null to open the file. */
  freed: Uint8Array | null
}

/** Also ensures that ONNX Runtime will open no other file for it. */
export function readDeclaration(path: string, name: string): Declaration {
  const bytes = readModelFile(path, name)
  const { file, weightsIn, tooLarge } = readable(bytes, name)
  if (weightsIn !== null) throw weightsApart(name, weightsIn)
  const freed = withFreeSize(bytes, file)
  return { ...(freed?.file ?? file), tooLarge, freed: freed?.bytes ?? null }
}

function readable(bytes: Uint8Array, name: string) {
  try {
    return { file: readOnnxFile(bytes), weightsIn: externalData(bytes), tooLarge: tooLargeTensor(bytes) }
  } catch (error) {
    throw notOnnx(name, bytes, error)
  }
}

/** ONNX Runtime computes constants when it opens a file: a tensor that is stated to be too large is refused before that. */
export async function createSession(path: string, threads: number, file: Declaration, name: string, device?: DeviceId) {
  if (file.tooLarge !== null) throw tensorTooLarge(name, file.tooLarge)
  try {
    return await openShared(path, threads, device, file.freed ?? path)
  } catch (error) {
    throw device === undefined || device === CPU ? unopenable(name, file, error) : unopenableOn(device, name, error)
  }
}

export function outputTensor(name: string, tensor: ort.Tensor): OutputTensor {
  const { type, dims, data } = tensor
  const isInteger = /^u?int/.test(type)
  if (data instanceof Float32Array) return { name, shape: dims, data }
  if (type === 'float16') return { name, shape: dims, data: halfValues(tensor) }
  return { name, shape: dims, data: Float32Array.from(data as ArrayLike<number | bigint>, Number), isInteger }
}
