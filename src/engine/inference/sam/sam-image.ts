/** The encoder's input for an image, in the form of its signature. */
import ort from 'onnxruntime-node'
import type { Size } from '../../../shared/domain/geometry.ts'
import type { SamSignature } from './sam-signature.ts'

/** Mean and deviation of the training images, as shares of 255. */
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const
const NORMALISATION = {
  imagenet: { mean: MEAN, gain: DEVIATION.map((d) => 1 / d) },
  unit: { mean: [0, 0, 0], gain: [1, 1, 1] },
  bytes: { mean: [0, 0, 0], gain: [255, 255, 255] },
} as const

/** The size of an image within the encoder's input. */
export function fittedSize({ fit, input }: SamSignature, image: Size): Size {
  if (fit === 'stretch') return input
  const scale = Math.min(input.width / image.width, input.height / image.height)
  return { width: Math.round(image.width * scale), height: Math.round(image.height * scale) }
}

/**
 * `planes`: planar RGB of 0 to 1, of shape [3, height, width] as `fitted`. The rest of the input is zero after the
 * normalisation, as SAM pads.
 */
export function encoderTensor(signature: SamSignature, planes: Float32Array, fitted: Size): ort.Tensor {
  const { image, layout, pixels } = signature
  const isRows = layout === 'rows'
  const { width, height } = isRows ? rowsSize(signature, fitted) : signature.input
  const values = new Float32Array(3 * width * height)
  const { mean, gain } = NORMALISATION[pixels]
  const area = fitted.width * fitted.height
  for (let c = 0; c < 3; c++) {
    const [m, g] = [mean[c] as number, gain[c] as number]
    for (let y = 0; y < fitted.height; y++) {
      const from = c * area + y * fitted.width
      const to = isRows ? 3 * y * width + c : (c * height + y) * width
      const step = isRows ? 3 : 1
      for (let x = 0; x < fitted.width; x++) values[to + x * step] = ((planes[from + x] as number) - m) * g
    }
  }
  const shape = isRows ? [height, width, 3] : [1, 3, height, width]
  // Rounded by the typed array.
  if (image.type === 'uint8') return new ort.Tensor('uint8', Uint8Array.from(Uint8ClampedArray.from(values)), shape)
  return new ort.Tensor('float32', values, shape)
}

/** Encoders of rows pad the image themselves where their size is free. */
function rowsSize({ image: { shape }, input }: SamSignature, fitted: Size): Size {
  const [height, width] = shape
  return typeof height === 'number' && typeof width === 'number' ? input : fitted
}
