/** The job of an evaluation. It can be executed again: images that have a result are not predicted again. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { DeviceChoice } from '../../../shared/domain/device.ts'
import type { Engine, ModelFile } from '../../../shared/engine-contract/job.ts'
import { message, paramOf, type Said, saidOf } from '../../../shared/messages/message.ts'
import { fromJson } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Events } from '../../http/area/organization-events.ts'
import { callerOf, failed, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { withJobModel } from '../../work/jobs/job-model.ts'
import type { JobRecord } from '../../work/jobs/job-record.ts'
import type { Models } from '../models.ts'
import { evaluateImages } from './evaluate-images.ts'
import { configOf } from './evaluation-config.ts'
import type { EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'
import type { ImageLists } from './image-lists.ts'
import { createImagePredictor, ModelLost } from './image-predictor.ts'
import { sumUp } from './sum-up.ts'

export const EVALUATION = 'model_evaluation'

export interface EvaluationPayload {
  /** The SHA-256 of the model's file when the evaluation was created; the job fails if the model has another. */
  model_sha256: string
}

export interface EvaluationJobOptions {
  repository: EvaluationRepository
  record: JobRecord<ListedEvaluation>
  imageLists: ImageLists
  recordedExports: RecordedExports
  models: Models
  engine: Engine
  /** The device of models that name none. */
  device(): Promise<DeviceChoice>
  /** The file from which the engine chooses for `auto`. */
  deviceChecks: string
  events: Pick<Events, 'wake'>
  now: () => Date
}

export function evaluationJob(options: EvaluationJobOptions): JobKind {
  const { repository, models, engine } = options

  async function finish(job: JobRow): Promise<JobEnd | null> {
    const { id, token, organization_id } = job
    const evaluation = await repository.find(organization_id, id)
    if (!evaluation) return null
    const { evaluated_images: evaluated, failed_images: failures } = evaluation
    const first = await repository.firstFailure(id)
    const reason = first && { filename: first.filename, reason: paramOf(fromJson<Said>(first.failure as string)) }
    if (evaluated + failures < evaluation.total_images) return failed(message('evaluation.export_gone'))
    if (evaluated === 0 && reason) return failed(message('evaluation.all_failed', reason))
    const warning = reason && saidOf(message('evaluation.some_failed', { failures, ...reason }))
    const figures = await sumUp(id, configOf(evaluation), repository, options.imageLists)
    if (!(await repository.storeFigures(id, token, figures))) return null
    return { state: 'done', result: { warning } }
  }

  /** The file that the evaluation was created for: results of two versions of a model are never mixed. */
  async function fileOf(job: JobRow, evaluation: ListedEvaluation): Promise<ModelFile> {
    const model = await models.find(callerOf(job), evaluation.model_id)
    if (!model) throw new ApiError('not_found', message('model.deleted'))
    const { model_sha256 } = fromJson<EvaluationPayload>(job.payload)
    if (model.file.sha256 !== model_sha256) throw new ApiError('wrong_state', message('evaluation.model_changed'))
    // The options of its creation count, whatever they are by now.
    const { conversion } = configOf(evaluation)
    return { ...model.file, conversion, device: await options.device() }
  }

  return {
    kind: EVALUATION,
    pool: 'long',
    isPortable: true,
    estimateMs: 60_000,
    // A model uses all cores.
    atOnce: 1,
    async run(job, context) {
      const { signal } = context
      const evaluation = await repository.begin(job.id, job.token, options.now().toISOString())
      if (!evaluation) return { state: 'cancelled' }
      const { classes, unknown_classes, max_detections } = configOf(evaluation)
      const file = await fileOf(job, evaluation)
      const open = () => engine.serveModel(file, options.deviceChecks)
      const isStored = await withJobModel(open, signal, (model) => {
        const predictor = createImagePredictor(model, {
          confidence: evaluation.confidence_threshold,
          classFilter: classes.filter((name) => !unknown_classes.includes(name)),
          maxDetections: max_detections,
        })
        return evaluateImages(options, job, evaluation, predictor, context)
      })
      if (!isStored) return { state: 'cancelled' }
      return signal.aborted ? null : finish(job)
    },
    reasonOf(error) {
      if (error instanceof ModelLost) return error.reason
      return error instanceof ApiError ? error : null
    },
    failures: { fault: 'evaluation.fault', diskFull: 'evaluation.disk_full' },
    ended: (tx, { id }, end) => options.record.end(tx, id, end),
    async after() {
      options.events.wake()
    },
  }
}
