/** What the metadata of an ONNX file says about its pixels. */
import type { Conversion, Fit } from '../../shared/domain/conversion.ts'

type Metadata = Readonly<Record<string, string>>

/**
 * By ONNX's own entries (onnx, docs/MetadataProps.md), and by those of OpenVINO's Model API (openvinotoolkit/model_api,
 * `adapters/utils.py` and `models/image_model.py`), which Intel Geti and its training extensions write. An entry with
 * another value than these documents list is no statement.
 */
export const statedConversion = (metadata: Metadata): Conversion => ({
  ...PIXELS.get(entry(metadata, 'pixels') ?? ''),
  ...onnxEntries(metadata),
  ...modelApi(metadata),
})

/** Sightline's own entry, which docs/models.md describes. */
const PIXELS: ReadonlyMap<string, Conversion> = new Map([
  ['imagenet', { scale: 1, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] }],
  ['0-1', { scale: 1, mean: [0], deviation: [1] }],
  ['0-255', { scale: 255, mean: [0], deviation: [1] }],
])

const PIXEL_FORMATS: ReadonlyMap<string, Conversion['channels']> = new Map([
  ['Rgb8', 'rgb'],
  ['Bgr8', 'bgr'],
])
/** White, and the values that turn it into the stated range. */
const RANGES: ReadonlyMap<string, Pick<Conversion, 'scale' | 'mean' | 'deviation'>> = new Map([
  ['NominalRange_0_255', { scale: 255, mean: [0], deviation: [1] }],
  ['Normalized_0_1', { scale: 1, mean: [0], deviation: [1] }],
  ['Normalized_1_1', { scale: 2, mean: [1], deviation: [1] }],
])

function onnxEntries(metadata: Metadata): Conversion {
  const conversion: Conversion = { ...RANGES.get(entry(metadata, 'Image.NominalPixelRange') ?? '') }
  const channels = PIXEL_FORMATS.get(entry(metadata, 'Image.BitmapPixelFormat') ?? '')
  if (channels) conversion.channels = channels
  return conversion
}

const RESIZES: ReadonlyMap<string, Fit> = new Map([
  ['standard', 'stretch'],
  ['fit_to_window', 'letterbox_top_left'],
  ['fit_to_window_letterbox', 'letterbox'],
  ['crop', 'center_crop'],
])

/**
 * Model API counts from decoded bytes, and has no entry for their order: `reverse_input_channels` reverses that of the
 * caller's image. A network with its preprocessing inside takes the bytes.
 */
function modelApi(metadata: Metadata): Conversion {
  const own = (name: string) => entry(metadata, `model_info ${name}`)
  if (own('model_type') === undefined) return {}
  const conversion: Conversion = { scale: 255, mean: [0], deviation: [1] }
  const isInside = /^(true|yes|1)$/i.test(own('embedded_processing') ?? '')
  const mean = isInside ? null : numbersOf(own('mean_values'))
  const deviation = isInside ? null : numbersOf(own('scale_values'))
  if (mean) conversion.mean = mean
  if (deviation?.every((v) => v > 0)) conversion.deviation = deviation
  const fit = RESIZES.get(own('resize_type') ?? 'standard')
  if (fit) conversion.fit = fit
  const [shade] = numbersOf(own('pad_value')) ?? [0]
  if (shade !== undefined && shade >= 0 && shade <= 255) conversion.bars = [shade]
  return conversion
}

/** Numbers separated by spaces or commas: one, or one for each channel. */
function numbersOf(text: string | undefined): number[] | null {
  const words = text?.match(/[^\s,[\]()]+/g) ?? []
  const numbers = words.map(Number)
  return (numbers.length === 1 || numbers.length === 3) && numbers.every(Number.isFinite) ? numbers : null
}

const entry = (metadata: Metadata, name: string): string | undefined =>
  Object.hasOwn(metadata, name) ? metadata[name] : undefined
