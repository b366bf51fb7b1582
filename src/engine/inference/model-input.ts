/** The inputs of a model file: the image input, and the others that must be fed. */

import ort from 'onnxruntime-node'
import type { Size } from '../../shared/domain/geometry.ts'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { describeTensor, unsupported } from './model-errors.ts'
import type { OnnxFile, TensorInfo } from './onnx-file.ts'

export interface ImageInput extends Pick<ModelInput, 'layout' | 'elementType'> {
  name: string
  /** Images that the file takes at a time; 1 when that is free. */
  batch: number
  /** Size fixed by the file; null when it is free. */
  size: Size | null
  /** Size stated in the file's metadata. */
  stated: Size | null
  /** Inputs other than the image, by their purpose. */
  sizes: TensorInfo | null
  mask: TensorInfo | null
}

/** Side of the largest square input: an image of it takes 200 MB. */
const MAX_SIDE = 4096

const IMAGE_TYPES = ['float32', 'float16', 'uint8', 'int32'] as const

const isImageType = (type: TensorInfo['elementType']): type is (typeof IMAGE_TYPES)[number] =>
  IMAGE_TYPES.some((t) => t === type)

/** Raises `model_unsupported` with the input that does not fit. */
export function imageInput(file: OnnxFile, name: string): ImageInput {
  const sizes = file.inputs.find(takesSizes) ?? null
  const mask = file.inputs.find((i) => i.name === 'pixel_mask') ?? null
  const [image, ...others] = file.inputs.filter((i) => i !== sizes && i !== mask)
  if (!image) throw unsupported(message('model_file.no_input', { name }))
  const [other] = others
  if (other) {
    const places = { name, image: image.name, tensor: describeTensor(other) }
    throw unsupported(message('model_file.second_input', places))
  }
  const tensor = describeTensor(image)
  const layout = layoutOf(image)
  if (!layout) throw unsupported(message('model_file.input_shape', { name, tensor }))
  if (!isImageType(image.elementType)) throw unsupported(message('model_file.input_type', { name, tensor }))
  const [height, width] = sidesOf(image.shape, layout)
  const isFixed = typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0
  const size = isFixed ? { width, height } : null
  const stated = statedSize(file.metadata.imgsz)
  for (const given of [size, stated]) if (given) requireRunnable(given, name)
  return {
    name: image.name,
    batch: batchOf(image, layout),
    layout,
    elementType: image.elementType,
    size,
    stated,
    sizes,
    mask,
  }
}

/** A file may declare any size, while images are prepared in memory. */
function requireRunnable({ width, height }: Size, name: string): void {
  if (width * height <= MAX_SIDE ** 2) return
  throw unsupported(message('model_file.input_too_large', { name, width, height, max: MAX_SIDE }))
}

const takesSizes = ({ name, elementType, shape }: TensorInfo): boolean =>
  shape.length === 2 && shape[1] === 2 && /size|shape/i.test(name) && elementType !== 'uint8'

function layoutOf({ shape, elementType }: TensorInfo): ImageInput['layout'] | null {
  if (shape.length === 3) return shape[0] === 3 ? 'chw' : null
  if (shape.length !== 4) return null
  const [, first, , last] = shape
  if (first === 3) return 'nchw'
  if (last === 3) return 'nhwc'
  if (typeof first !== 'string' || typeof last !== 'string') return null
  // Nothing is fixed: images of bytes are laid out as in files.
  return elementType === 'uint8' ? 'nhwc' : 'nchw'
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
export function otherFeeds({ sizes, mask }: ImageInput, { width, height }: Size): Record<string, ort.Tensor> {
  const feeds: Record<string, ort.Tensor> = {}
  // Width first, as in the postprocessors of RT-DETR and D-FINE; boxes are then in pixels of the input.
  if (sizes) feeds[sizes.name] = numbers(sizes, [width, height], [1, 2])
  if (mask) feeds[mask.name] = numbers(mask, new Array(width * height).fill(1), [1, height, width])
  return feeds
}

function numbers({ elementType }: TensorInfo, values: number[], shape: number[]): ort.Tensor {
  if (elementType === 'int64') return new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
  if (elementType === 'int32') return new ort.Tensor('int32', Int32Array.from(values), shape)
  if (elementType === 'bool') return new ort.Tensor('bool', Uint8Array.from(values), shape)
  return new ort.Tensor('float32', Float32Array.from(values), shape)
}
