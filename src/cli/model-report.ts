/** Describes a model for people: its kind, inputs and outputs, one line each. */
import { CPU } from '../shared/domain/device.ts'
import type { ModelInput, ModelInspection } from '../shared/engine-contract/job.ts'

export function modelReport(model: ModelInspection): string {
  const { keypoints, speed, outputs } = model
  const lines: [string, string][] = [
    ['Kind', model.modelType.replaceAll('_', ' ')],
    ['Family', `${model.architecture} (${model.family})`],
    ['Input', inputOf(model.input)],
    ['Pixels', pixelsOf(model.input)],
    ...outputs.map((o): [string, string] => ['Output', `“${o.name}” ${o.elementType} [${o.shape.join(', ')}]`]),
    ['Overlaps', model.nmsInside ? 'suppressed inside the model (NMS)' : 'suppressed by Sightline (NMS)'],
    ['Precision', model.precision],
    ['Classes', classesOf(model.classes)],
  ]
  if (keypoints) lines.push(['Keypoints', keypoints.names.join(', ')])
  if (speed) lines.push(['Speed', `${speed.medianMs} ms a frame (median of ${speed.runs}, ${placeOf(speed)})`])
  return lines.map(([title, text]) => `${title.padEnd(12)} ${text}`).join('\n')
}

const placeOf = ({ device, threads: count }: NonNullable<ModelInspection['speed']>): string =>
  device.id === CPU ? threads(count) : `${device.name}, ${device.id}`

const threads = (count: number): string => (count === 1 ? 'one thread' : `${count} threads`)

const LAYOUTS = { nchw: 'channels first', nhwc: 'channels last', chw: 'channels first, one frame' }

const inputOf = ({ name, width, height, layout, elementType, dynamic }: ModelInput): string =>
  `“${name}” ${width}x${height}${dynamic ? ' (free in the file)' : ''}, ${elementType}, ${LAYOUTS[layout]} (${layout.toUpperCase()})`

function pixelsOf({ channels, scale, mean, deviation, fit }: ModelInput): string {
  const range = `${channels.toUpperCase()} of 0 to ${scale}`
  const isNormalised = mean.some((v) => v !== 0) || deviation.some((v) => v !== 1)
  const normalised = isNormalised ? `, less ${mean.join('/')}, over ${deviation.join('/')}` : ''
  return `${range}${normalised}, ${fit === 'stretch' ? 'stretched to the size' : 'with bars to keep the shape'}`
}

const classesOf = (classes: readonly string[]): string =>
  classes.length > 0 ? `${classes.length}: ${classes.join(', ')}` : 'not named in the file'
