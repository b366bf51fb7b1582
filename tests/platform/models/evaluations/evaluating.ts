/** Models whose predictions a test scripts by the name of the image, and exports to evaluate them on. */
import type { Image } from '../../../../src/shared/api/datasets.ts'
import type { ModelEvaluation } from '../../../../src/shared/api/model-evaluations.ts'
import type { RunError } from '../../../../src/shared/domain/run.ts'
import type { Inspected, ModelFile } from '../../../../src/shared/engine-contract/job.ts'
import type {
  ModelServer,
  Predicted,
  Prediction,
  PredictOptions,
} from '../../../../src/shared/engine-contract/serving.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../support/scripted-engine.ts'

export interface PredictingEngine extends ScriptedEngine {
  /** Detections by the name of the image; none of an image without an entry. */
  readonly detections: Map<string, Predicted[]>
  /** Names of images that cannot be read. */
  readonly unreadable: Set<string>
  /** Names of images that end the process. */
  readonly deadly: Set<string>
  /** Names of the images that were predicted, in order. */
  readonly predicted: string[]
  /** Options of the last prediction. */
  options: PredictOptions
  /** Processes that are open. */
  readonly open: Set<ModelServer>
  /** Number of processes that were opened. */
  opened: number
  /** Predictions wait while it is set. */
  holds: boolean
  /** Predicts so many of the images that wait. */
  release(images: number): void
  /** Number of images that wait. */
  readonly held: number
  /** Models cannot be opened while it is set. */
  broken: RunError | null
}

export const error = (code: string, message: string): RunError => ({ code, message, node_id: null })

export function createPredictingEngine(modelType?: 'instance_segmentation' | 'classification'): PredictingEngine {
  const scripted = createScriptedEngine()
  const { inspectModel } = scripted
  const waiting: (() => void)[] = []
  const engine: PredictingEngine = {
    ...scripted,
    detections: new Map(),
    unreadable: new Set(),
    deadly: new Set(),
    predicted: [],
    open: new Set(),
    options: {},
    opened: 0,
    holds: false,
    broken: null,
    get held() {
      return waiting.length
    },
    release(images) {
      for (const go of waiting.splice(0, images)) go()
    },
    async inspectModel(...request) {
      const inspected = await inspectModel(...request)
      if (!inspected.ok || modelType === undefined) return inspected
      return { ok: true, value: { ...inspected.value, modelType } }
    },
    serveModel: (model) => serve(engine, model, waiting),
  }
  return engine
}

function serve(engine: PredictingEngine, model: ModelFile, waiting: (() => void)[]): ModelServer {
  const lost = { ok: false as const, error: error('engine_died', 'The process has ended.') }
  const settles = new Set<(result: Inspected<Prediction>) => void>()
  let isOver = false
  const end = () => {
    isOver = true
    engine.open.delete(server)
    for (const settle of settles) settle(lost)
  }
  const { broken } = engine
  engine.opened++
  const server: ModelServer = {
    ready: broken
      ? Promise.resolve({ ok: false, error: broken })
      : engine.inspectModel(model.path).then((inspected) => inspected),
    ended: new Promise(() => undefined),
    get pending() {
      return settles.size
    },
    pid: undefined,
    predict: ({ name }, options = {}) =>
      new Promise((settle) => {
        if (isOver) return settle(lost)
        engine.options = options
        settles.add(settle)
        const predict = () => {
          if (isOver) return
          engine.predicted.push(name)
          settles.delete(settle)
          if (engine.deadly.has(name)) {
            settles.add(settle)
            end()
          } else if (engine.unreadable.has(name)) {
            settle({ ok: false, error: error('source_unreadable', `${name} cannot be read.`) })
          } else settle({ ok: true, value: { width: 1280, height: 720, detections: found(name, options), ms: 1 } })
        }
        if (engine.holds) waiting.push(predict)
        else setImmediate(predict)
      }),
    close: end,
  }
  const found = (name: string, { confidence = 0, classFilter = [] }: PredictOptions) =>
    (engine.detections.get(name) ?? []).filter(
      ({ score, className }) => score >= confidence && (classFilter.length === 0 || classFilter.includes(className)),
    )
  engine.open.add(server)
  return server
}

/** x, y, width, height. */
type Place = [number, number, number, number]

export const detection = (className: string, [x, y, w, h]: Place, score = 0.9): Predicted => ({
  className,
  classId: 0,
  score,
  box: { x1: x, y1: y, x2: x + w, y2: y + h },
})

export const marked = (name: string, [x, y, w, h]: Place) => ({
  name,
  type: 'bbox',
  bounding_box: { x, y, w, h },
})

export interface EvaluatedSet {
  dataset: string
  export_id: string
  model_id: string
}

/** A data set with an image for each name, its export, and a model of the classes car and truck. */
export async function prepare(
  h: Harness,
  truth: Record<string, object[]>,
  { classes = ['car', 'truck'], model = 'MODEL car truck' } = {},
): Promise<EvaluatedSet> {
  const body = {
    name: `Street ${crypto.randomUUID()}`,
    classes: classes.map((name) => ({ name })),
    annotation_types: ['bbox', 'polygon'],
  }
  const dataset = (await h.api<{ id: string }>('POST', '/datasets/', { body })).body.id
  for (const [filename, annotations] of Object.entries(truth)) {
    const gcs_uri = await h.upload(filename, `IMAGE ${filename}`, 'image/jpeg')
    const image = await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri } })
    await h.api('POST', `/annotations/${dataset}/${image.body.id}`, { body: { annotations } })
  }
  const gcs_uri = await h.upload('net.onnx', model, 'application/octet-stream')
  const model_id = (await h.api<{ id: string }>('POST', '/models/import', { body: { gcs_uri } })).body.id
  return { dataset, model_id, export_id: await exported(h, dataset) }
}

/** Exports a data set, and returns the id of the completed export. */
export async function exported(h: Harness, dataset: string): Promise<string> {
  const { id } = (await h.api<{ id: string }>('POST', '/exports', { body: { dataset } })).body
  await eventually(async () => (await h.api<{ status: string }>('GET', `/exports/${id}`)).body.status === 'completed')
  return id
}

export const evaluate = (h: Harness, { model_id, export_id }: EvaluatedSet, more: object = {}) =>
  h.api<ModelEvaluation>('POST', '/model-evaluations', { body: { model_id, export_id, ...more } })

export const read = async (h: Harness, id: string) =>
  (await h.api<ModelEvaluation>('GET', `/model-evaluations/${id}`)).body

/** Waits until the evaluation has ended. */
export async function ended(h: Harness, id: string): Promise<ModelEvaluation> {
  await eventually(async () => !['pending', 'running'].includes((await read(h, id)).status))
  return read(h, id)
}
