/** The values of a model's input as short texts. */
import type { Model } from '../../../../shared/api/models.ts'
import {
  CONVERSION_FIELDS,
  type Conversion,
  type ConversionField,
  type ConversionInUse,
  type Origin,
} from '../../../../shared/domain/conversion.ts'
import { formatNumber } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { classNamesOf } from '../models/model-facts.ts'

const words = texts.modelInput

export interface InputValue {
  field: ConversionField
  text: string
  origin: Origin
}

/** `123.675 · 116.28 · 103.53`; equal ones once. */
const listText = (values: readonly number[]): string =>
  (values.every((value) => value === values[0]) ? values.slice(0, 1) : values).map(formatNumber).join(' · ')

/** Null for a field that has no effect: the share of the crop where nothing is cropped, bars where there are none. */
function textOf(field: ConversionField, inUse: ConversionInUse, names: readonly string[]): string | null {
  const { fit } = inUse
  switch (field) {
    case 'layout':
      return words.layouts[inUse.layout]
    case 'channels':
      return words.channels[inUse.channels]
    case 'fit':
      return words.fits[fit]
    case 'scale':
      return formatNumber(inUse.scale)
    case 'mean':
    case 'deviation':
      return listText(inUse[field])
    case 'crop':
      return fit === 'center_crop' ? formatNumber(inUse.crop) : null
    case 'bars':
      return fit === 'letterbox' || fit === 'letterbox_top_left' ? listText(inUse.bars) : null
    case 'input_size':
      return inUse.input_size.join(' × ')
    case 'class_names':
      return names.length === 0 ? texts.models.modelCard.noClasses : words.names.count(names.length)
  }
}

/** The values that a model runs with; none while they are unknown. */
export function inputValues(model: Pick<Model, 'conversion_in_use' | 'class_mapping'>): InputValue[] {
  const inUse = model.conversion_in_use
  if (!inUse) return []
  const names = classNamesOf(model)
  return CONVERSION_FIELDS.flatMap((field) => {
    const text = textOf(field, inUse, names)
    return text === null ? [] : [{ field, text, origin: inUse.origins[field] }]
  })
}

/** The values that decide about the pixels: wrong ones make a model find nothing. */
const OF_PIXELS = ['layout', 'channels', 'scale', 'mean', 'deviation', 'fit'] as const

/** `RGB, white is 1, mean 0 …`: the assumed values of the pixels; null when none is assumed. */
export function assumedText({ conversion_in_use: inUse }: Pick<Model, 'conversion_in_use'>): string | null {
  const assumed = OF_PIXELS.filter((field) => inUse?.origins[field] === 'assumed')
  if (!inUse || assumed.length === 0) return null
  const { scale, mean, deviation } = words.assumed
  const around = { scale, mean, deviation } as const
  const parts = assumed.map((field) => {
    const text = textOf(field, inUse, []) ?? ''
    if (field === 'fit') return text.charAt(0).toLowerCase() + text.slice(1)
    return field in around ? around[field as keyof typeof around](text) : text
  })
  return parts.join('; ')
}

/** One word for all pixels of a model: the weakest of what is known about them. */
export function pixelsOrigin(inUse: ConversionInUse): Origin {
  const origins = OF_PIXELS.map((field) => inUse.origins[field])
  if (origins.includes('option')) return 'option'
  return origins.includes('assumed') ? 'assumed' : 'file'
}

/** True for options that give the same results. */
export const sameOptions = (a: Conversion, b: Conversion): boolean =>
  CONVERSION_FIELDS.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))
