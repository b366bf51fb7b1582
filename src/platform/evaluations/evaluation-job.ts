/** The job of an evaluation. It can be executed again: images that have a result are not predicted again. */
import { ApiError } from '../../shared/api/errors.ts'
import type { DeviceChoice } from '../../shared/domain/device.ts'
import type { Engine } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { paramOf, type Said, type Sayable, saidOf } from '../../shared/messages/said.ts'
import { fromJson } from '../db/json.ts'
import type { JobRow } from '../db/rows/jobs-rows.ts'
import type { Events } from '../events/events.ts'
import type { RecordedExports, RecordedImage } from '../exports/recorded-export.ts'
import type { Caller } from '../identity/caller.ts'
import { callerOf, type JobContext, type JobEnd, type JobKind } from '../jobs/job.ts'
import { isDiskFull } from '../machine/disk-full.ts'
import { pausing } from '../machine/pauses.ts'
import type { Models } from '../models/models.ts'
import { eachOf } from './each-of.ts'
import { evaluateImage, failedImage, type StoredImage } from './evaluate-image.ts'
import type { EvaluationCharges } from './evaluation-charges.ts'
import { comparesMasks, configOf, type EvaluationConfig } from './evaluation-config.ts'
import { storeEnd } from './evaluation-end.ts'
import type { EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'
import type { ImageLists } from './image-lists.ts'
import { createImagePredictor, type ImagePredictor, ModelLost } from './image-predictor.ts'
import { indexOfClasses } from './objects.ts'
import { sumUp } from './sum-up.ts'

export const EVALUATION = 'model_evaluation'

export interface EvaluationJobOptions {
  repository: EvaluationRepository
  imageLists: ImageLists
  recordedExports: RecordedExports
  models: Models
  engine: Engine
  /** The device of models that name none. */
  device(): Promise<DeviceChoice>
  /** The file from which the engine chooses for `auto`. */
  deviceChecks: string
  charges: EvaluationCharges
  events: Pick<Events, 'append' | 'wake'>
  now: () => Date
}

/** Images that are predicted at the same time: while one is inferred, others are read and compared. */
const IN_FLIGHT = 4
/** Results are stored together, after so many or so long. */
const STORED_TOGETHER = 16
const STORED_AFTER_MS = 1000

/** Returned by `predictAll` when the job has lost its right to store results. */
const LOST = Symbol('lost')

export function evaluationJob(options: EvaluationJobOptions): JobKind {
  const { repository, recordedExports, models, engine } = options
  const at = () => options.now().toISOString()

  /** Predicts and compares the images that have no result yet. */
  async function predictAll(
    job: JobRow,
    evaluation: ListedEvaluation,
    predictor: ImagePredictor,
    { signal, progress }: JobContext,
  ): Promise<typeof LOST | undefined> {
    const config = configOf(evaluation)
    const comparison = {
      classes: indexOfClasses(config.classes),
      iouThreshold: evaluation.iou_threshold,
      byMask: comparesMasks(config),
      pauses: pausing(),
    }
    const finished = new Set(await repository.positionsOf(evaluation.id))
    let waiting: StoredImage[] = []
    let storedAt = performance.now()
    let isLost = false

    async function store(): Promise<void> {
      const images = waiting
      waiting = []
      storedAt = performance.now()
      if (isLost || images.length === 0) return
      isLost = !(await repository.storeImages(evaluation.id, job.token, images, at()))
      for (const { image } of images) finished.add(image.position)
      progress({ done: finished.size, total: evaluation.total_images })
    }

    async function evaluate(image: RecordedImage): Promise<void> {
      const predicted = await predictor.predict({ path: image.path, name: image.filename })
      if (signal.aborted) return
      waiting.push(
        predicted.ok
          ? await evaluateImage(image, predicted.value, comparison)
          : failedImage(image, saidOf(predicted.error)),
      )
      if (waiting.length >= STORED_TOGETHER || performance.now() - storedAt >= STORED_AFTER_MS) await store()
    }

    progress({ done: finished.size, total: evaluation.total_images })
    const images = recordedExports.images(callerOf(job), evaluation.export_id, firstFree(finished))
    await eachOf(images, IN_FLIGHT, async (image) => {
      if (!finished.has(image.position)) await evaluate(image)
      return !signal.aborted && !isLost
    })
    if (!signal.aborted) await store()
    return isLost ? LOST : undefined
  }

  async function failureOfAll(id: string): Promise<{ failed: Said; filename: string } | null> {
    const first = await repository.firstFailure(id)
    return first && { failed: fromJson<Said>(first.failure as string), filename: first.filename }
  }

  async function finish(job: JobRow, config: EvaluationConfig): Promise<JobEnd | null> {
    const { id, token, organization_id } = job
    const failure = await failureOfAll(id)
    const evaluation = await repository.find(organization_id, id)
    if (!evaluation) return null
    const { evaluated_images: evaluated, failed_images: failures } = evaluation
    const reason = failure && { filename: failure.filename, reason: paramOf(failure.failed) }
    if (evaluated === 0) {
      return failed(reason ? message('evaluation.all_failed', reason) : message('evaluation.export_empty'))
    }
    const warning = reason && saidOf(message('evaluation.some_failed', { failures, ...reason }))
    const figures = await sumUp(id, config, repository, options.imageLists)
    if (!(await repository.storeFigures(id, token, figures))) return null
    return { state: 'done', result: { warning } }
  }

  async function usableModel(caller: Caller, { model_id }: ListedEvaluation) {
    const model = await models.find(caller, model_id)
    if (!model) throw new ApiError('not_found', message('model.deleted'))
    return { ...model.file, device: await options.device() }
  }

  return {
    kind: EVALUATION,
    pool: 'long',
    estimateMs: 60_000,
    async run(job, context) {
      const evaluation = await repository.begin(job.id, job.token, at())
      if (!evaluation) return { state: 'cancelled' }
      const config = configOf(evaluation)
      const known = config.classes.filter((name) => !config.unknown_classes.includes(name))
      try {
        const file = await usableModel(callerOf(job), evaluation)
        const predictor = createImagePredictor(() => engine.serveModel(file, options.deviceChecks), {
          confidence: evaluation.confidence_threshold,
          classFilter: known,
          maxDetections: config.max_detections,
        })
        context.signal.addEventListener('abort', predictor.close, { once: true })
        try {
          if (context.signal.aborted) return null
          if ((await predictAll(job, evaluation, predictor, context)) === LOST) return { state: 'cancelled' }
        } finally {
          context.signal.removeEventListener('abort', predictor.close)
          predictor.close()
        }
        return context.signal.aborted ? null : await finish(job, config)
      } catch (error) {
        if (context.signal.aborted) return null
        if (error instanceof ModelLost) return failed(error.reason)
        if (error instanceof ApiError) return failed(error)
        throw error
      }
    },
    failureOf: (error) => saidOf(message(isDiskFull(error) ? 'evaluation.disk_full' : 'evaluation.fault')),
    async ended(tx, job, end) {
      await storeEnd(tx, options, job, end)
    },
    async after() {
      options.events.wake()
    },
  }
}

const failed = (reason: Sayable): JobEnd => ({ state: 'failed', error: saidOf(reason) })

/** The first position without a result. */
function firstFree(finished: ReadonlySet<number>): number {
  let position = 0
  while (finished.has(position)) position++
  return position
}
