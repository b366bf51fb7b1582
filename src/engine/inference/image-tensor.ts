/** Converts an image to the tensor that a model's training code feeds to the network. */
import ort from 'onnxruntime-node'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { halfTensor } from './half-tensor.ts'

export type Convention = Pick<
  ModelInput,
  'width' | 'height' | 'layout' | 'elementType' | 'channels' | 'scale' | 'mean' | 'deviation'
>

/**
 * `image`: planar RGB of 0 to 1; used without a copy when the model takes that form. Several images become a batch, for
 * the layouts that have one.
 */
export function imageTensor(image: Float32Array | readonly Float32Array[], convention: Convention): ort.Tensor {
  const { width, height, layout, elementType } = convention
  const images = image instanceof Float32Array ? [image] : image
  const batch = images.length
  const shape = { nchw: [batch, 3, height, width], chw: [3, height, width], nhwc: [batch, height, width, 3] }[layout]
  const values = joined(isPlain(convention) ? images : images.map((one) => converted(one, convention)))
  if (elementType === 'float16') return halfTensor(values, shape)
  // Clamped and rounded by the typed array.
  if (elementType === 'uint8') return new ort.Tensor('uint8', Uint8Array.from(Uint8ClampedArray.from(values)), shape)
  if (elementType === 'int32') return new ort.Tensor('int32', Int32Array.from(values, Math.round), shape)
  return new ort.Tensor('float32', values, shape)
}

function joined(images: readonly Float32Array[]): Float32Array {
  const [first] = images
  if (first && images.length === 1) return first
  const all = new Float32Array(images.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const image of images) {
    all.set(image, at)
    at += image.length
  }
  return all
}

const isPlain = ({ layout, channels, scale, mean, deviation }: Convention): boolean =>
  layout !== 'nhwc' &&
  channels === 'rgb' &&
  scale === 1 &&
  mean.every((v) => v === 0) &&
  deviation.every((v) => v === 1)

function converted(image: Float32Array, { width, height, layout, channels, scale, mean, deviation }: Convention) {
  const area = width * height
  const values = new Float32Array(3 * area)
  const [start, step] = layout === 'nhwc' ? [1, 3] : [area, 1]
  for (let plane = 0; plane < 3; plane++) {
    const gain = scale / (deviation[plane] as number)
    const foot = (mean[plane] as number) / (deviation[plane] as number)
    const from = (channels === 'bgr' ? 2 - plane : plane) * area
    for (let i = 0, to = plane * start; i < area; i++, to += step)
      values[to] = (image[from + i] as number) * gain - foot
  }
  return values
}
