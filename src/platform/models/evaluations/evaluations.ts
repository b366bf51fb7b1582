/** Evaluations: scores of a model on the images of an export. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { ModelEvaluation, PrecisionRecallCurves } from '../../../shared/api/model-evaluations.ts'
import { type Conversion, markOf } from '../../../shared/domain/conversion.ts'
import type { MessageText } from '../../../shared/messages/message.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, fromJson, fromJsonOrNull, isUuid, newId, toJson } from '../../db/database.ts'
import type { ModelEvaluationRow } from '../../db/schema/evaluations.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import type { Models } from '../models.ts'
import { checkRequest, type EvaluationRequest } from './check-request.ts'
import type { EvaluationCharges } from './evaluation-charges.ts'
import { configOf } from './evaluation-config.ts'
import { storeEnd } from './evaluation-end.ts'
import { EVALUATION, type EvaluationPayload } from './evaluation-job.ts'
import type { EvaluationFilter, EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'
import type { EvaluationDetails } from './sum-up.ts'

export interface Evaluations {
  /**
   * @throws ApiError not_found for model or export, invalid_field for those that cannot be evaluated, wrong_state for
   * those that are not ready, insufficient_credits
   */
  create(caller: Caller, request: EvaluationRequest): Promise<ModelEvaluation>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<ModelEvaluation>
  list(caller: Caller, filter: EvaluationFilter): Promise<ModelEvaluation[]>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<ModelEvaluation>
  /** Creates an evaluation of the same model, export and thresholds. */
  again(caller: Caller, id: string): Promise<ModelEvaluation>
  /** @throws ApiError wrong_state, here and below, unless it has completed */
  curves(caller: Caller, id: string): Promise<PrecisionRecallCurves>
  completed(caller: Caller, id: string): Promise<ListedEvaluation>
}

export interface EvaluationsOptions {
  db: Database
  repository: EvaluationRepository
  recordedExports: RecordedExports
  models: Models
  charges: EvaluationCharges
  jobs: Jobs
  events: Pick<Events, 'append' | 'wake'>
  now: () => Date
}

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { db, repository, recordedExports, models, charges, jobs, events, now } = options

  async function rowOf({ organizationId }: Caller, id: string) {
    const row = isUuid(id) ? await repository.find(organizationId, id.toLowerCase()) : null
    if (!row) throw new ApiError('not_found', message('evaluation.missing'))
    return row
  }

  async function completed(caller: Caller, id: string) {
    const row = await rowOf(caller, id)
    if (row.status === 'completed') return row
    throw new ApiError('wrong_state', message('evaluation.not_completed', { status: row.status }))
  }

  async function create(caller: Caller, request: EvaluationRequest): Promise<ModelEvaluation> {
    const { model_id, model_sha256, recorded, config } = await checkRequest(caller, request, {
      models,
      recordedExports,
    })
    const at = now().toISOString()
    const row: ModelEvaluationRow = {
      id: newId(),
      organization_id: caller.organizationId,
      model_id,
      dataset_id: recorded.datasetId,
      export_id: recorded.id,
      status: 'pending',
      token: 0,
      iou_threshold: request.iou_threshold,
      confidence_threshold: request.confidence_threshold,
      total_images: recorded.imageCount,
      evaluated_images: 0,
      failed_images: 0,
      config: toJson(config),
      overall_metrics: null,
      details: null,
      curves: null,
      error: null,
      error_text: null,
      created_at: at,
      updated_at: at,
      started_at: null,
      completed_at: null,
    }
    await db.transaction().execute(async (tx) => {
      await repository.insert(tx, row)
      await charges.hold(tx, row)
      const payload: EvaluationPayload = { model_sha256 }
      await jobs.enqueue(tx, { id: row.id, caller, kind: EVALUATION, subject: config.model_name, payload })
    })
    jobs.wake()
    return evaluationOf(row, new Map())
  }

  /** Evaluations with the present options of their models. */
  async function shown(caller: Caller, rows: readonly ShownRow[]): Promise<ModelEvaluation[]> {
    const present = await models.conversionsOf(
      caller,
      rows.map((row) => row.model_id),
    )
    return rows.map((row) => evaluationOf(row, present))
  }
  const one = async (caller: Caller, row: ShownRow) => (await shown(caller, [row]))[0] as ModelEvaluation

  return {
    create,
    get: async (caller, id) => one(caller, await rowOf(caller, id)),
    async list(caller, filter) {
      const rows = await repository.list(caller.organizationId, filter)
      return shown(
        caller,
        rows.map((row) => ({ ...row, details: null })),
      )
    },
    async cancel(caller, id) {
      const row = await rowOf(caller, id)
      const ended = await db
        .transaction()
        .execute((tx) => storeEnd(tx, { repository, charges, events, now }, row, { state: 'cancelled' }))
      if (!ended) {
        const { status } = await rowOf(caller, id)
        throw new ApiError('wrong_state', message('evaluation.has_ended', { status }))
      }
      await jobs.cancel(caller, row.id)
      return one(caller, { ...ended, details: null })
    },
    async again(caller, id) {
      const { model_id, export_id, iou_threshold, confidence_threshold } = await rowOf(caller, id)
      return create(caller, { model_id, export_id, iou_threshold, confidence_threshold })
    },
    async curves(caller, id) {
      const { id: own } = await completed(caller, id)
      return fromJson<PrecisionRecallCurves>((await repository.curvesOf(own)) as string)
    },
    completed,
  }
}

type ShownRow = ListedEvaluation & Pick<ModelEvaluationRow, 'details'>

/** Figures that are stored before the end are not shown before it. `present`: the present options of models. */
function evaluationOf(row: ShownRow, present: ReadonlyMap<string, Conversion | null>): ModelEvaluation {
  const { token: _, details, error, error_text, config: _config, ...columns } = row
  const isCompleted = row.status === 'completed'
  const shown = fromJsonOrNull<EvaluationDetails>(isCompleted ? details : null)
  const text = fromJsonOrNull<MessageText>(error_text)
  const done = row.evaluated_images + row.failed_images
  return {
    ...columns,
    progress: isCompleted ? 100 : Math.floor((100 * done) / row.total_images),
    overall_metrics: fromJsonOrNull(isCompleted ? row.overall_metrics : null),
    per_class_metrics: shown?.per_class_metrics ?? null,
    confusion_matrix: shown?.confusion_matrix ?? null,
    worst_images: shown?.worst_images ?? null,
    best_images: shown?.best_images ?? null,
    seg_metrics: shown?.seg_metrics ?? null,
    config: { ...configOf(row) },
    error_message: error,
    options_changed: isChanged(row, present),
    ...(text && { text }),
  }
}

/** False for a model that is gone: there is nothing to compare with. */
function isChanged(row: ListedEvaluation, present: ReadonlyMap<string, Conversion | null>): boolean {
  const now = present.get(row.model_id)
  return now !== undefined && markOf(now) !== markOf(configOf(row).conversion)
}
