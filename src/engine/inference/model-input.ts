/** The inputs of a model file: the image input, and the others that must be fed. */

import ort from 'onnxruntime-node'
import type { Conversion, Origin } from '../../shared/domain/conversion.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { describeTensor, unfitOption, unsupported } from './model-errors.ts'
import type { OnnxFile, TensorInfo } from './onnx-file.ts'

export interface ImageInput extends Pick<ModelInput, 'layout' | 'elementType'> {
  name: string
  layoutOrigin: Origin
  /** Images that the file takes at a time; 1 when that is free. */
  batch: number
  /** Size fixed by the file; null when it is free. */
  size: Size | null
  /** Size of a person's option or in the file's metadata, for a free one. */
  stated: Size | null
  /** Inputs other than the image, by their purpose. */
  sizes: TensorInfo | null
  /** The factors by which the image was resized, of PaddleDetection. */
  scales: TensorInfo | null
  mask: TensorInfo | null
  /** Channels of the image: 1 is grey. */
  planes: 1 | 3
}

/** Side of the largest square input: an image of it takes 200 MB. */
const MAX_SIDE = 4096

const IMAGE_TYPES = ['float32', 'float16', 'uint8', 'int32'] as const
/** Types that hold the decoded bytes; the network scales them itself. */
export const takesBytes = ({ elementType }: Pick<ImageInput, 'elementType'>): boolean =>
  elementType === 'uint8' || elementType === 'int32'

const isImageType = (type: TensorInfo['elementType']): type is (typeof IMAGE_TYPES)[number] =>
  IMAGE_TYPES.some((t) => t === type)

/**
 * `given`: a person's options. Raises `model_unsupported` with the input that does not fit, or the option that does not
 * fit it.
 */
export function imageInput(file: OnnxFile, name: string, given: Conversion = {}): ImageInput {
  const scales = file.inputs.find(takesScales) ?? null
  const sizes = file.inputs.find((i) => i !== scales && takesSizes(i)) ?? null
  const mask = file.inputs.find((i) => i.name === 'pixel_mask') ?? null
  const [image, ...others] = file.inputs.filter((i) => i !== sizes && i !== scales && i !== mask)
  if (!image) throw unsupported(message('model_file.no_input', { name }))
  const [other] = others
  if (other) {
    const places = { name, image: image.name, tensor: describeTensor(other) }
    if (layoutOf(image) && layoutOf(other)) throw unsupported(message('model_file.two_images', places))
    throw unsupported(message('model_file.second_input', places))
  }
  const tensor = describeTensor(image)
  const own = layoutOf(image)
  const layout = own && chosenLayout(image, own, given, name)
  if (!layout) throw unsupported(message('model_file.input_shape', { name, tensor }))
  const planes = planesOf(image.shape, layout)
  if (!isImageType(image.elementType)) throw unsupported(message('model_file.input_type', { name, tensor }))
  requireChannels(given, planes, name)
  const [height, width] = sidesOf(image.shape, layout)
  const isFixed = typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0
  const size = isFixed ? { width, height } : null
  const stated = chosenSize(given, size, name) ?? statedSize(file.metadata.imgsz)
  const batch = batchOf(image, layout)
  for (const needed of [size, stated]) if (needed) requireRunnable(needed, batch, name)
  return {
    name: image.name,
    batch,
    layout,
    layoutOrigin: isLayoutFixed(image) ? 'file' : 'assumed',
    elementType: image.elementType,
    size,
    stated,
    sizes,
    scales,
    mask,
    planes,
  }
}

/** A file may declare any size, while images are prepared in memory. */
function requireRunnable({ width, height }: Size, batch: number, name: string): void {
  if (batch * width * height <= MAX_SIDE ** 2) return
  if (width * height <= MAX_SIDE ** 2) {
    throw unsupported(message('model_file.batch_too_large', { name, width, height, batch, max: MAX_SIDE }))
  }
  throw unsupported(message('model_file.input_too_large', { name, width, height, max: MAX_SIDE }))
}

const takesScales = ({ name, shape }: TensorInfo): boolean =>
  shape.length === 2 && shape[1] === 2 && /scale_factor/i.test(name)

const takesSizes = ({ name, elementType, shape }: TensorInfo): boolean =>
  shape.length === 2 && shape[1] === 2 && /size|shape/i.test(name) && elementType !== 'uint8'

function layoutOf({ shape, elementType }: TensorInfo): ImageInput['layout'] | null {
  if (shape.length === 3) return shape[0] === 3 ? 'chw' : null
  if (shape.length !== 4) return null
  const [, first, , last] = shape
  if (first === 3) return 'nchw'
  if (last === 3) return 'nhwc'
  if (first === 1) return 'nchw'
  if (last === 1) return 'nhwc'
  if (typeof first !== 'string' || typeof last !== 'string') return null
  // Nothing is fixed: images of bytes are laid out as in files.
  return elementType === 'uint8' ? 'nhwc' : 'nchw'
}

const planesOf = (shape: TensorInfo['shape'], layout: ImageInput['layout']): 1 | 3 =>
  (layout === 'nhwc' ? shape.at(-1) : shape.at(-3)) === 1 ? 1 : 3
/** The dimension of the channels is fixed, and one of the two only can be it. */
const isLayoutFixed = ({ shape }: TensorInfo): boolean =>
  shape.length === 3 || isChannels(shape[1]) !== isChannels(shape[3])

const isChannels = (length: number | string | undefined): boolean => length === 1 || length === 3

function chosenLayout(image: TensorInfo, own: ImageInput['layout'], { layout }: Conversion, name: string) {
  if (layout === undefined || layout === own) return own
  if (!isLayoutFixed(image)) return layout
  throw unfitOption(name, 'layout', message('conversion.layout_fixed', { tensor: describeTensor(image) }))
}

/** Grey is for inputs of one channel, and for these alone. */
function requireChannels({ channels }: Conversion, planes: 1 | 3, name: string): void {
  if (channels === undefined || (channels === 'grey') === (planes === 1)) return
  throw unfitOption(name, 'channels', message(planes === 1 ? 'conversion.one_channel' : 'conversion.three_channels'))
}

/** Null without the option. */
function chosenSize({ input_size }: Conversion, fixed: Size | null, name: string): Size | null {
  const [width, height] = input_size ?? []
  if (width === undefined || height === undefined) return null
  if (!fixed || (fixed.width === width && fixed.height === height)) return { width, height }
  const problem = message('conversion.size_fixed', { width: fixed.width, height: fixed.height })
  throw unfitOption(name, 'input_size', problem)
}

function batchOf({ shape: [first] }: TensorInfo, layout: ImageInput['layout']): number {
  return layout !== 'chw' && typeof first === 'number' && first > 1 ? first : 1
}

const sidesOf = (shape: TensorInfo['shape'], layout: ImageInput['layout']) =>
  layout === 'nhwc' ? shape.slice(1, 3) : shape.slice(-2)

/** Ultralytics writes `[height, width]` or one side. */
function statedSize(imgsz: string | undefined): Size | null {
  const sides = imgsz?.match(/\d+/g)?.map(Number) ?? []
  const [height, width = height] = sides
  return height && width ? { width, height } : null
}

/** All inputs of the model other than the image. */
export function otherFeeds({ sizes, scales, mask }: ImageInput, { width, height }: Size): Record<string, ort.Tensor> {
  const feeds: Record<string, ort.Tensor> = Object.create(null)
  // Boxes are then in pixels of the input. Width first, as in the postprocessors of RT-DETR and D-FINE; PaddleDetection's
  // `im_shape` has the height first.
  if (sizes)
    feeds[sizes.name] = numbers(sizes, /im_shape/i.test(sizes.name) ? [height, width] : [width, height], [1, 2])
  if (scales) feeds[scales.name] = numbers(scales, [1, 1], [1, 2])
  if (mask) feeds[mask.name] = numbers(mask, new Array(width * height).fill(1), [1, height, width])
  return feeds
}

function numbers({ elementType }: TensorInfo, values: number[], shape: number[]): ort.Tensor {
  if (elementType === 'int64') return new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
  if (elementType === 'int32') return new ort.Tensor('int32', Int32Array.from(values), shape)
  if (elementType === 'bool') return new ort.Tensor('bool', Uint8Array.from(values), shape)
  return new ort.Tensor('float32', Float32Array.from(values), shape)
}
