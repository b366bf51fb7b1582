/** How images are converted for a model: its options first, then what the file states, then what its family assumes. */
import {
  CONVERSION_FIELDS,
  type Conversion,
  type ConversionField,
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
import { statedConversion } from './stated-conversion.ts'

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
