/** Describes a model for people: its kind, inputs and outputs, one line each. */

import {
  CONVERSION_FIELDS,
  type ConversionField,
  type ConversionInUse,
  type Fit,
  type Origin,
} from '../shared/domain/conversion.ts'
import { CPU } from '../shared/domain/device.ts'
import { EMBEDDING_NETWORK, type ModelType, taskOf } from '../shared/domain/model-types.ts'
import { printableIn } from '../shared/domain/printable.ts'
import { conversionInUse } from '../shared/engine-contract/conversion-in-use.ts'
import type { ModelInput, ModelInspection } from '../shared/engine-contract/job.ts'

export function modelReport(inspected: ModelInspection): string {
  const model = printableIn(inspected)
  const { keypoints, speed, outputs } = model
  const lines: [string, string][] = [
    ['Kind', taskWords(model.modelType, model.architecture)],
    [
      'Family',
      `${model.architecture} (${model.family})${model.secondBest ? `; ${model.secondBest} would fit less well` : ''}`,
    ],
    ['Input', inputOf(model.input)],
    ['Pixels', pixelsOf(model.input)],
    ...(model.imagesPerRun ? [batchLine(model.imagesPerRun)] : []),
    ...outputs.map((o): [string, string] => ['Output', `“${o.name}” ${o.elementType} [${o.shape.join(', ')}]`]),
  ]
  if (FINDS_BOXES.has(model.modelType)) {
    lines.push(['Overlaps', model.nmsInside ? 'suppressed inside the model (NMS)' : 'suppressed by Sightline (NMS)'])
  }
  lines.push(['Precision', precisionOf(model)], ['Classes', classesOf(model.classes)])
  lines.push(...originRows(conversionInUse(model)))
  if (keypoints) lines.push(['Keypoints', keypoints.names.join(', ')])
  if (speed) lines.push(['Speed', `${speed.medianMs} ms a frame (median of ${speed.runs}, ${placeOf(speed)})`])
  if (model.cpuGain !== null) lines.push(['Gain', gainOf(model.weights.type, model.cpuGain)])
  return lines.map(([title, text]) => `${title.padEnd(12)} ${text}`).join('\n')
}

const batchLine = (images: number): [string, string] => [
  'Batch',
  `${images} images at a time, fixed in the file: a single one takes as long as ${images}`,
]
/** The tasks whose detections can overlap: others give one answer for the image, or for each of its pixels. */
const FINDS_BOXES = new Set<ModelInspection['modelType']>([
  'object_detection',
  'instance_segmentation',
  'keypoint_detection',
])

const FORMS = { qdq: 'QDQ', qoperator: 'QOperator' }

const precisionOf = ({ precision, weights: { type, form } }: ModelInspection): string =>
  form === null ? precision : `${type} weights (${FORMS[form]}), ${precision} inputs and outputs`

/** Differences below this are noise of the measurement. */
const NOTABLE = 0.15

/** Returns a sentence about the speed of the model's weights on this CPU. */
function gainOf(type: string, gain: number): string {
  const measured = 'measured on this model'
  if (gain > 1 + NOTABLE)
    return `${type} weights run ${gain.toFixed(1)} times as fast as fp32 on this CPU (${measured})`
  const isSlower = gain < 1 / (1 + NOTABLE)
  return isSlower
    ? `${type} weights take ${(1 / gain).toFixed(1)} times as long as fp32 on this CPU (${measured})`
    : `${type} weights run as fast as fp32 on this CPU: no gain (${measured})`
}

const placeOf = ({ device, threads: count }: NonNullable<ModelInspection['speed']>): string =>
  device.id === CPU ? threads(count) : `${device.name}, ${device.id}`

const threads = (count: number): string => (count === 1 ? 'one thread' : `${count} threads`)

const LAYOUTS = { nchw: 'channels first', nhwc: 'channels last', chw: 'channels first, one frame' }

const inputOf = ({ name, width, height, layout, elementType, dynamic }: ModelInput): string =>
  `“${name}” ${width}x${height}${dynamic ? ' (free in the file)' : ''}, ${elementType}, ${LAYOUTS[layout]} (${layout.toUpperCase()})`

/** Fields without effect beside the others. */
function isIdle(field: ConversionField, { fit }: ConversionInUse): boolean {
  if (field === 'crop') return fit !== 'center_crop'
  return field === 'bars' && fit !== 'letterbox' && fit !== 'letterbox_top_left'
}

/** The options that a person has set, and the values that are only what such models usually take. */
function originRows(inUse: ConversionInUse | null): [string, string][] {
  if (!inUse) return []
  const withOrigin = (origin: Origin) =>
    CONVERSION_FIELDS.filter((field) => inUse.origins[field] === origin && !isIdle(field, inUse)).join(', ')
  const [options, assumed] = [withOrigin('option'), withOrigin('assumed')]
  const rows: [string, string][] = []
  if (options !== '') rows.push(['Options', options])
  if (assumed !== '') rows.push(['Assumed', `${assumed} (the file does not say; “models set” changes them)`])
  return rows
}

/** The values of a stored model, one line each; none for a network that takes no options. */
export function optionLines(inUse: ConversionInUse | null): string[] {
  if (!inUse) return []
  const { origins } = inUse
  const shown = CONVERSION_FIELDS.filter((field) => field !== 'class_names' && !isIdle(field, inUse))
  const width = Math.max(...shown.map((field) => field.length))
  return shown.map((field) => {
    const value = inUse[field as keyof Omit<ConversionInUse, 'origins'>]
    return `  ${field.padEnd(width)}  ${Array.isArray(value) ? value.join(', ') : value} (${origins[field]})`
  })
}

const FITTED: Record<Fit, string> = {
  letterbox: 'with bars to keep the shape',
  letterbox_top_left: 'with bars to the right and below to keep the shape',
  stretch: 'stretched to the size',
  center_crop: 'the centre of the image, its sides cut off to keep the shape',
}

function pixelsOf({ channels, scale, mean, deviation, fit }: ModelInput): string {
  const range = `${channels.toUpperCase()} of 0 to ${scale}`
  const isNormalised = mean.some((v) => v !== 0) || deviation.some((v) => v !== 1)
  const normalised = isNormalised ? `, less ${mean.join('/')}, over ${deviation.join('/')}` : ''
  return `${range}${normalised}, ${FITTED[fit]}`
}

const classesOf = (classes: readonly string[]): string =>
  classes.length > 0 ? `${classes.length}: ${classes.join(', ')}` : 'not named in the file'

/** The task of a model in the words of the command line. */
export function taskWords(model_type: ModelType, architecture: string | null): string {
  const task = taskOf({ model_type, architecture })
  return task === 'reid' ? 're-identification' : task.replaceAll('_', ' ')
}

/** The words for an entry of the catalogue. */
export const listedTask = (use: string, task: ModelType | null): string =>
  task === null ? 'search of images' : taskWords(task, use === 'reid' ? EMBEDDING_NETWORK : null)

/** The first `most` classes, and the number of the others. */
export function classWords(classes: readonly string[], most: number): string {
  const more = classes.length > most ? ` and ${classes.length - most} more` : ''
  return classes.slice(0, most).join(', ') + more
}
