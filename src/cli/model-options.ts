/**
 * The options of models on the command line: how images are converted for them, the names of their classes, and the
 * devices that run them.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Value } from 'typebox/value'
import { CLASS_SETS } from '../shared/domain/class-sets.ts'
import {
  CHANNELS,
  CONVERSION_FIELDS,
  Conversion,
  type ConversionField,
  FITS,
  givenOptions,
  LAYOUTS,
  problemOf,
} from '../shared/domain/conversion.ts'
import { AUTO, CPU, type DeviceChoice, isDeviceChoice } from '../shared/domain/device.ts'
import { MODEL_PRESETS, presetOf } from '../shared/domain/model-presets.ts'
import { HARDWARE_VIDEO } from '../shared/engine-contract/hardware-video.ts'
import type { Engine } from '../shared/engine-contract/job.ts'
import { englishOf } from '../shared/messages/message.ts'
import { dataFolder } from './resources.ts'
import { CommandFailure, EXIT } from './terminal.ts'

/** The values of the options, by commander's names. */
export interface ConversionOptions {
  preset?: string
  layout?: Conversion['layout']
  channels?: string
  scale?: number
  mean?: number[]
  deviation?: number[]
  fit?: Conversion['fit']
  crop?: number
  bars?: number[]
  inputSize?: [number, number]
  classNames?: string
}

const numberOf = (text: string): number => {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new InvalidArgumentError('Give a number.')
}
const numbersOf = (text: string): number[] => text.split(',').map(numberOf)

function sizeOf(text: string): [number, number] {
  const [, width, height = width] = /^(\d+)(?:[x,](\d+))?$/.exec(text) ?? []
  if (width === undefined) throw new InvalidArgumentError('Give a width and a height, such as 640x480.')
  return [Number(width), Number(height)]
}

/** The option on the command line of a field. */
const flagOf = (field: ConversionField): string => `--${field.replaceAll('_', '-')}`

export const withConversionOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--preset <toolkit>', 'convert images as this toolkit does; other options take precedence').choices(
        MODEL_PRESETS.map(({ id }) => id),
      ),
    )
    .addOption(
      new Option('--layout <order>', 'dimensions of the input, where its shape leaves them open').choices(LAYOUTS),
    )
    .addOption(new Option('--channels <order>', 'order of the channels').choices([...CHANNELS, 'gray']))
    .option('--scale <number>', 'white, before mean and deviation: 1 or 255', numberOf)
    .option(
      '--mean <numbers>',
      'subtracted after scale: one number, or one for each channel, such as 0.5,0.5,0.5',
      numbersOf,
    )
    .option('--deviation <numbers>', 'divides after mean: one number, or one for each channel', numbersOf)
    .addOption(
      new Option('--fit <way>', 'fit of images to the input; center_crop hides the sides from the model').choices(FITS),
    )
    .option('--crop <share>', 'for center_crop: share of the shorter side that is kept, such as 0.875', numberOf)
    .option('--bars <colour>', 'colour of the bars: one number of 0 to 255, or red,green,blue', numbersOf)
    .option('--input-size <WxH>', 'size of the input, where the file leaves it free', sizeOf)
    .option(
      '--class-names <names>',
      `names of the classes in their order: a,b,c, a file with one on each line, or ${[...CLASS_SETS.keys()].join(', ')}`,
    )

/** Null when none is given. Raises `CommandFailure` for one that is not valid. */
export async function conversionOf(options: ConversionOptions): Promise<Conversion | null> {
  const own: Record<ConversionField, unknown> = {
    layout: options.layout,
    channels: options.channels === 'gray' ? 'grey' : options.channels,
    scale: options.scale,
    mean: options.mean,
    deviation: options.deviation,
    fit: options.fit,
    crop: options.crop,
    bars: options.bars,
    input_size: options.inputSize,
    class_names: options.classNames === undefined ? undefined : await classNamesOf(options.classNames),
  }
  const preset = options.preset === undefined ? {} : presetOf(options.preset)?.conversion
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const conversion: unknown = Object.assign({}, preset, Object.fromEntries(given))
  for (const field of CONVERSION_FIELDS) {
    const value = (conversion as Record<string, unknown>)[field]
    if (value === undefined || Value.Check(Conversion.properties[field], value)) continue
    const meaning = (Conversion.properties[field] as { description?: string }).description
    throw new CommandFailure(`${flagOf(field)} is not valid. ${meaning}.`)
  }
  const found = problemOf(conversion as Conversion)
  if (found) throw new CommandFailure(`${flagOf(found.field)}: ${englishOf(found.problem)}.`)
  return givenOptions(conversion as Conversion)
}

/** A known set, the lines or the JSON list of a file, or the names themselves. */
async function classNamesOf(text: string): Promise<string[]> {
  const known = CLASS_SETS.get(text)
  if (known) return [...known]
  const content = text.includes(',') ? null : await readFile(text, 'utf8').catch(() => null)
  if (content === null) return text.split(',').map((name) => name.trim())
  const isJson = /^\s*\[/.test(content)
  const names = isJson ? jsonNames(content, text) : content.split(/\r?\n/).map((line) => line.trim())
  return names.filter((name) => name !== '')
}

function jsonNames(content: string, file: string): string[] {
  try {
    const names: unknown = JSON.parse(content)
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  } catch {
    // The sentence below says what is expected.
  }
  throw new CommandFailure(`“${file}” is not a JSON list of names. Write one name on each line instead.`)
}

export const deviceOption = (
  description = 'run models on this device: auto, or an id of “sightline devices”',
): Option => new Option('--device <id>', description)

/** Where `auto` remembers the devices and its measurements. */
export const deviceChecksFile = (): string => join(dataFolder(), 'device-checks.json')

/** Raises a `CommandFailure` for a device that is not listed. The CPU and `auto` need no list. */
export async function requireDevice(device: DeviceChoice, engine: Pick<Engine, 'devices'>): Promise<DeviceChoice> {
  if (device === CPU || device === AUTO) return device
  const ids = (await engine.devices()).map(({ id }) => id)
  if (isDeviceChoice(device) && ids.includes(device)) return device
  throw new CommandFailure(`There is no device “${device}”. Use ${[AUTO, ...ids].join(', ')}.`, EXIT.unreadable)
}

export const hardwareVideoOption = (): Option =>
  new Option(
    '--hardware-video <mode>',
    'decode: video hardware decodes where its frames equal those of the software decoder (default: off)',
  ).choices(HARDWARE_VIDEO)
