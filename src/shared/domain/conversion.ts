/** How an image becomes the input of a model, and how its classes are called: what people can correct. */
import { type Static, Type } from 'typebox'
import { type Message, message } from '../messages/message.ts'
import { nullable } from './nullable.ts'

/** Ways to fit an image to the size of an input. */
export const FITS = [
  /** Whole, centred between bars. */
  'letterbox',
  /** Whole at the top left, with bars to the right and below. */
  'letterbox_top_left',
  /** Whole, each side scaled by itself. */
  'stretch',
  /** The centre of the image, as much of it as has the input's shape; its sides are hidden from the model. */
  'center_crop',
] as const
export type Fit = (typeof FITS)[number]

export const LAYOUTS = ['nchw', 'nhwc'] as const
export type Layout = (typeof LAYOUTS)[number]

/** `grey`: one channel of luma, of inputs that have one channel. */
export const CHANNELS = ['rgb', 'bgr', 'grey'] as const
export type Channels = (typeof CHANNELS)[number]

export const MAX_INPUT_SIDE = 4096
const MAX_CLASSES = 25_000
const MAX_VALUE = 1_000_000

const Amount = Type.Number({ minimum: -MAX_VALUE, maximum: MAX_VALUE })
const Divisor = Type.Number({ exclusiveMinimum: 0, maximum: MAX_VALUE })
const Side = Type.Integer({ minimum: 1, maximum: MAX_INPUT_SIDE })
const Shade = Type.Number({ minimum: 0, maximum: 255 })

/**
 * A person's options of a model. One that is left out comes from the file's metadata, or else from the model's family.
 * A value of 0 to 1 is fed as (value * scale - mean) / deviation.
 */
export const Conversion = Type.Object(
  {
    layout: Type.Optional(Type.Enum([...LAYOUTS], { description: 'Order of the dimensions of the input' })),
    channels: Type.Optional(
      Type.Enum([...CHANNELS], { description: 'Order of the channels; grey for an input that has one' }),
    ),
    scale: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: MAX_VALUE,
        description: 'White, before mean and deviation: 1 or 255',
      }),
    ),
    mean: Type.Optional(
      Type.Array(Amount, {
        minItems: 1,
        maxItems: 3,
        description: 'Subtracted after scale: one number, or one for each channel in the order of channels',
      }),
    ),
    deviation: Type.Optional(
      Type.Array(Divisor, { minItems: 1, maxItems: 3, description: 'Divides after mean: as many numbers as mean' }),
    ),
    fit: Type.Optional(
      Type.Enum([...FITS], {
        description:
          'letterbox: whole, centred between bars; letterbox_top_left: bars to the right and below; stretch: each side by itself; center_crop: the sides are cut off, and nothing is found there',
      }),
    ),
    crop: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'For center_crop: share of the shorter side that is kept, such as 0.875',
      }),
    ),
    bars: Type.Optional(
      Type.Array(Shade, {
        minItems: 1,
        maxItems: 3,
        description: 'Colour of the bars, 0 to 255: one number, or red, green and blue',
      }),
    ),
    input_size: Type.Optional(
      Type.Array(Side, {
        minItems: 2,
        maxItems: 2,
        description: 'Width and height in pixels, of an input whose size the file leaves free',
      }),
    ),
    class_names: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: MAX_CLASSES,
        description: 'One for each class of the model, in its order',
      }),
    ),
  },
  { $id: 'Conversion', additionalProperties: false },
)
export type Conversion = Static<typeof Conversion>
export type ConversionField = keyof Conversion
export const CONVERSION_FIELDS = Object.keys(Conversion.properties) as readonly ConversionField[]

/** Where a value comes from: a person's option, the file's shapes and metadata, or what models of its family usually take. */
export const ORIGINS = ['option', 'file', 'assumed'] as const
export const Origin = Type.Enum([...ORIGINS])
export type Origin = (typeof ORIGINS)[number]

const Origins = Type.Object(
  Object.fromEntries(CONVERSION_FIELDS.map((field) => [field, Origin])) as Record<ConversionField, typeof Origin>,
)
export type Origins = Static<typeof Origins>

const Three = (description: string) => Type.Array(Type.Number(), { minItems: 3, maxItems: 3, description })

/** All values that a model runs with. Its class names are those of its `class_mapping`. */
export const ConversionInUse = Type.Object(
  {
    layout: Type.Enum([...LAYOUTS, 'chw']),
    channels: Type.Enum([...CHANNELS]),
    scale: Type.Number(),
    mean: Three('One for each channel; the first counts for grey'),
    deviation: Three('One for each channel; the first counts for grey'),
    fit: Type.Enum([...FITS]),
    crop: Type.Number(),
    bars: Three('Red, green and blue'),
    input_size: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
    origins: Origins,
  },
  { $id: 'ConversionInUse' },
)
export type ConversionInUse = Static<typeof ConversionInUse>

/** A problem of one option. */
export interface ConversionProblem {
  field: ConversionField
  problem: Message
}

/** The first problem that the schema does not name. */
export function problemOf(conversion: Conversion): ConversionProblem | null {
  for (const field of ['mean', 'deviation', 'bars'] as const) {
    if (conversion[field]?.length === 2) return { field, problem: message('conversion.one_or_three') }
  }
  return null
}

export type Triple = [number, number, number]

/** One number counts for all channels. */
export const tripleOf = (values: readonly number[]): Triple => {
  const [first = 0, second = first, third = first] = values
  return [first, second, third]
}

/** Null when nothing is set: models without options then have the same keys as before there were any. */
export const givenOptions = (conversion: Conversion | null | undefined): Conversion | null =>
  conversion && Object.keys(conversion).length > 0 ? conversion : null

/**
 * A short mark of a person's options, null for none: results with the same mark were made with the same options. FNV-1a
 * of 64 bits (Fowler, Noll, Vo) over the UTF-16 units of the values in the order of their fields, so that pages can compute it too.
 */
export function markOf(conversion: Conversion | null | undefined): string | null {
  const given = givenOptions(conversion)
  if (!given) return null
  const text = JSON.stringify(CONVERSION_FIELDS.map((field) => given[field] ?? null))
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}

/** The values of a nullable field of the API. */
export const NullableConversion = nullable(Conversion)
