/** How images are converted for a model: its options first, then what the file states, then what its family assumes. */
import {
  CONVERSION_FIELDS,
  type Conversion,
  type ConversionField,
  type Fit,
  type Origin,
  type Origins,
  problemOf,
  tripleOf,
} from '../../shared/domain/conversion.ts'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import type { Pixels } from './families/family.ts'
import { unfitOption } from './model-errors.ts'
import { type ImageInput, takesBytes } from './model-input.ts'
import type { OnnxFile } from './onnx-file.ts'

export type FullPixels = Pick<ModelInput, 'fit' | 'crop' | 'bars' | 'channels' | 'scale' | 'mean' | 'deviation'>

/** Grey, as in the training code of most models. */
const BARS = [114, 114, 114]

/** Raises `model_unsupported` for an option that no model takes. */
export function requireValid(given: Conversion, name: string): void {
  const found = problemOf(given)
  if (found) throw unfitOption(name, found.field, found.problem)
}

/** Raises `model_unsupported` for another number of names than of classes. */
export function requireNames(names: readonly string[], classes: readonly string[], name: string): void {
  if (names.length === classes.length) return
  const problem = message('conversion.class_count', { given: names.length, classes: classes.length })
  throw unfitOption(name, 'class_names', problem)
}

export interface SettledConversion {
  pixels: FullPixels
  origins: Origins
}

/** Networks for bytes scale them themselves, and those of one channel have no order of channels. */
function statedFor(image: Pick<ImageInput, 'planes' | 'elementType'>, stated: Conversion): Conversion {
  const kept: Conversion = { ...stated }
  if (takesBytes(image)) for (const field of ['scale', 'mean', 'deviation'] as const) delete kept[field]
  if (image.planes === 1) delete kept.channels
  return kept
}

type Metadata = Readonly<Record<string, string>>

/**
 * Returns what the metadata of an ONNX file says about its pixels: by ONNX's own entries (onnx, docs/MetadataProps.md), and by those of OpenVINO's Model API (openvinotoolkit/model_api,
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

/**
 * `assumed`: pixels of the family. Those of Ultralytics' own files count as stated: the file names its toolkit, which
 * converts in one way only.
 */
export function settledConversion(
  given: Conversion,
  { metadata }: Pick<OnnxFile, 'metadata'>,
  image: Pick<ImageInput, 'layoutOrigin' | 'size' | 'stated' | 'planes' | 'elementType'>,
  assumed: Pixels,
): SettledConversion {
  const stated = statedFor(image, statedConversion(metadata))
  const isKnownToolkit = metadata.author === 'Ultralytics'
  const pixels: FullPixels = {
    fit: given.fit ?? stated.fit ?? assumed.fit,
    crop: given.crop ?? stated.crop ?? assumed.crop ?? 1,
    bars: tripleOf(given.bars ?? stated.bars ?? assumed.bars ?? BARS),
    channels: given.channels ?? stated.channels ?? assumed.channels,
    scale: given.scale ?? stated.scale ?? assumed.scale,
    mean: tripleOf(given.mean ?? stated.mean ?? assumed.mean),
    deviation: tripleOf(given.deviation ?? stated.deviation ?? assumed.deviation),
  }
  const originOf = (field: ConversionField): Origin => {
    if (given[field] !== undefined) return 'option'
    if (field === 'layout') return image.layoutOrigin
    if (field === 'input_size') return image.size || image.stated ? 'file' : 'assumed'
    if (field === 'class_names') return metadata.names === undefined ? 'assumed' : 'file'
    return stated[field] !== undefined || isKnownToolkit ? 'file' : 'assumed'
  }
  const origins = Object.fromEntries(CONVERSION_FIELDS.map((field) => [field, originOf(field)])) as Origins
  return { pixels, origins }
}
