/** A model with its input, and a host that answers trials of it. */
import { HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import type { Model } from '../../../../../src/shared/api/models.ts'
import {
  CONVERSION_FIELDS,
  type Conversion,
  type ConversionInUse,
  type Origin,
  type Origins,
  tripleOf,
} from '../../../../../src/shared/domain/conversion.ts'
import type { Preview, PreviewDetection } from '../../../../../src/shared/engine-contract/preview.ts'
import { aModel } from '../../../examples.ts'
import { aDataset } from '../../../screens/data/images.ts'
import { hostWithAnswers } from '../../../with-answers.ts'

/** The values as the platform tells them: `options` before what is assumed. */
export function inUseWith(options: Conversion = {}, otherwise: Origin = 'assumed'): ConversionInUse {
  const originOf = (field: keyof Conversion): Origin => (options[field] === undefined ? otherwise : 'option')
  return {
    layout: options.layout ?? 'nchw',
    channels: options.channels ?? 'rgb',
    scale: options.scale ?? 1,
    mean: tripleOf(options.mean ?? [0]),
    deviation: tripleOf(options.deviation ?? [1]),
    fit: options.fit ?? 'letterbox',
    crop: options.crop ?? 1,
    bars: tripleOf(options.bars ?? [114]),
    input_size: [...(options.input_size ?? [640, 384])],
    origins: Object.fromEntries(CONVERSION_FIELDS.map((field) => [field, originOf(field)])) as Origins,
  }
}

export const aModelWith = (conversion: Conversion | null = null, part: Partial<Model> = {}): Model =>
  aModel({ conversion, conversion_in_use: inUseWith(conversion ?? {}), ...part })

const found = (class_name: string, confidence: number, id: number): PreviewDetection => ({
  id,
  parent_id: null,
  track_id: null,
  class_name,
  confidence,
  box: [10, 10, 40, 40],
})

const previewOf = (options: Conversion, detections: PreviewDetection[]): Preview => ({
  width: 64,
  height: 48,
  left_out: [],
  engine_ms: 120,
  counts: { lines: {}, zones: {} } as never,
  picture: { time_s: 0, jpeg: '' },
  conversions: { model: inUseWith(options) },
  frames: [{ time_s: 0, nodes: { model: { received: null, detections, branch: null, regions: null, events: [] } } }],
})

interface Trials {
  /** Options of each trial, oldest first. */
  tried: Conversion[]
  /** Media time of each trial. */
  moments: number[]
  /** When set, the next trials wait for it. */
  gate: Promise<void> | null
  refusal: HostError | null
}

/** A model that finds a car with BGR, and nothing with another channel order. */
export function hostWithTrials(model = aModelWith()) {
  const trials: Trials = { tried: [], moments: [], gate: null, refusal: null }
  const host = hostWithAnswers({
    'datasets.list': () => ({
      data: [aDataset({ image_count: 2 })],
      pagination: { limit: 1000, offset: 0, total: 1, has_more: false },
    }),
    'models.update': ({ body }) => {
      const { conversion = null } = body
      return aModelWith(conversion)
    },
  })
  host.state.models = [model]
  const { api } = host
  const preview = async ({
    body,
  }: {
    body: { at_seconds: number; conversions: { model: Conversion } }
  }): Promise<Preview> => {
    const options = body.conversions.model
    trials.tried.push(options)
    trials.moments.push(body.at_seconds)
    await trials.gate
    if (trials.refusal) throw trials.refusal
    return previewOf(options, options.channels === 'bgr' ? [found('car', 0.91, 1), found('car', 0.4, 2)] : [])
  }
  const answering = (endpoint: string, input: never) =>
    endpoint === 'workflows.preview' ? preview(input) : api(endpoint as never, input)
  return { host: { ...host, api: answering as typeof api }, trials }
}

/** What the engine says of an option that the file does not allow. */
export const unfit = (field: keyof Conversion): HostError => {
  const params = { name: 'Road users', field, problem: { code: 'conversion.one_channel', params: {} } }
  const detail = { message: 'It can’t be used so.', text: { code: 'conversion.unfit', params }, node_id: 'model' }
  return new HostError({ code: 'graph_not_runnable', message: 'It can’t be used so.', details: [detail] })
}
