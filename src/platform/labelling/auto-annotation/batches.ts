/** Batches of auto-annotation: priced, started, read and cancelled. */
import {
  type autoAnnotate,
  type BatchClass,
  type BatchJob,
  type BatchQuote,
  MAX_BATCH_IMAGES,
} from '../../../shared/api/auto-annotate.ts'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { DeviceChoice } from '../../../shared/domain/device.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, type Said } from '../../../shared/messages/message.ts'
import type { Charges } from '../../accounts/credits/credits.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import { type NamedImage, namedImages } from '../../datasets/images/named-images.ts'
import { type Database, fromJsonOrNull, insertMany, isUuid, newId, toJson } from '../../db/database.ts'
import type { AnnotationBatchRow } from '../../db/schema/annotation-batches.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Models } from '../../models/models.ts'
import { type JobControls, SERVER_LABEL } from '../../work/jobs/job.ts'
import { createJobRecord } from '../../work/jobs/job-record.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { batchRecords, restartBatch, workOf } from './batch-end.ts'
import { ANNOTATION_BATCH, batchJob } from './batch-job.ts'
import { type PassSettings, passesOf } from './batch-passes.ts'
import { type CountedSize, quoteBatch } from './batch-quote.ts'
import { type BatchSettings, passSettings } from './batch-settings.ts'
import type { InstalledSegmenters } from './installed-segmenters.ts'
import { invalid } from './prompts.ts'

export interface Batches {
  /** @throws ApiError not_found for data set, images and model, sahi_needs_sam3, here and below */
  quote(caller: Caller, request: BodyOf<typeof autoAnnotate.quote>): Promise<BatchQuote>
  /** @throws ApiError model_not_installed, wrong_state, insufficient_credits, invalid_field */
  create(caller: Caller, request: BodyOf<typeof autoAnnotate.batch>): Promise<BatchJob>
  /** @throws ApiError not_found */
  get(caller: Caller, id: string): Promise<BatchJob>
  /** @throws ApiError not_found, wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<BatchJob>
}

export interface BatchesOptions {
  db: Database
  engine: Engine
  blobs: BlobStore
  datasets: Datasets
  models: Models
  jobs: Jobs
  segmenters: InstalledSegmenters
  charges: Charges
  events: Pick<Events, 'append' | 'wake'>
  /** The device of models. */
  device(): Promise<DeviceChoice>
  /** File of the devices that `auto` has measured. */
  deviceChecks: string
  now: () => Date
}

/** Images of bare names that are read to price a batch; no batch has nearly as many. */
const MOST_PRICED = 4 * MAX_BATCH_IMAGES
/** Names that an error lists. */
const MOST_LISTED = 20
const CLASSIFICATION = 'classification'

export function createBatches(options: BatchesOptions): Batches {
  const { db, datasets, models, jobs, segmenters, charges, now } = options

  const controls: JobControls = {
    cancel: (caller, { id }) => cancel(caller, id),
    async checkRetry(caller, { id }) {
      const { model_id, dataset_id } = await rowOf(caller, id)
      await datasets.rowOf(caller, dataset_id).catch(() => {
        throw new ApiError('wrong_state', message('annotate.dataset_deleted'))
      })
      if (model_id === null && !(await segmenters.sam3())) {
        throw new ApiError('wrong_state', message('annotate.batch_needs_sam3'))
      }
      if (model_id !== null && !(await models.find(caller, model_id))) {
        throw new ApiError('wrong_state', message('annotate.model_deleted'))
      }
    },
  }
  const record = createJobRecord(options, batchRecords(charges))
  jobs.register(batchJob({ ...options, record, restart: (tx, { id }) => restartBatch(tx, id, charges) }))
  jobs.control(ANNOTATION_BATCH, controls)

  async function rowOf({ organizationId }: Caller, id: string): Promise<AnnotationBatchRow> {
    const query = db.selectFrom('annotation_batches').selectAll().where('organization_id', '=', organizationId)
    const row = isUuid(id) ? await query.where('id', '=', id.toLowerCase()).executeTakeFirst() : undefined
    if (!row) throw new ApiError('not_found', message('annotate.batch_missing', { id }))
    return row
  }

  async function cancel(caller: Caller, id: string): Promise<BatchJob> {
    const { id: known, status } = await rowOf(caller, id)
    const ended = await record.cancel(caller, known)
    if (!ended) throw new ApiError('wrong_state', message('jobs.has_ended', { state: status }))
    return batchOf(await rowOf(caller, known))
  }

  async function imagesOf(dataset: DatasetRow, names: readonly string[]): Promise<NamedImage[]> {
    const { images, missing } = await namedImages(db, dataset.id, names, MOST_PRICED)
    if (missing.length === 0) return images
    const listed = missing.slice(0, MOST_LISTED).map((name) => `“${name}”`)
    const text = { n: missing.length, dataset: dataset.name, names: listed.join(', ') }
    throw new ApiError('not_found', message('annotate.images_missing', text))
  }

  return {
    async quote(caller, request) {
      const { dataset_name, image_filenames = [], projected = [], classes = [] } = request
      if (image_filenames.length > 0 && dataset_name === undefined) {
        throw invalid('/dataset_name', message('annotate.dataset_needed'))
      }
      const tileSize = tileSizeOf(request)
      const modelId = await modelIdOf(models, caller, request.model_id)
      const dataset = dataset_name === undefined ? null : await datasets.rowOf(caller, dataset_name)
      const named = dataset ? await imagesOf(dataset, image_filenames) : []
      const counted: CountedSize[] = [...named.map((image) => ({ ...image, count: 1 })), ...projected]
      const settings = passSettings(modelId, { classes: classesOf(classes), tileSize })
      return quoteBatch(charges, db, caller.organizationId, counted, settings)
    },

    async create(caller, request) {
      const { dataset_name, image_filenames, confidence_threshold = 0.5 } = request
      const tileSize = tileSizeOf(request)
      const dataset = await datasets.rowOf(caller, dataset_name)
      const classes = classesOf(request.classes ?? [])
      const model = await trainedModel(models, caller, request.model_id, classes)
      if (!model) {
        if (classes.length === 0) throw invalid('/classes', message('annotate.classes_needed'))
        if (!(await segmenters.sam3())) throw new ApiError('model_not_installed', message('annotate.batch_needs_sam3'))
      }
      const images = await imagesOf(dataset, image_filenames)
      if (images.length > MAX_BATCH_IMAGES) {
        const problem = message('annotate.too_many_images', { n: images.length, most: MAX_BATCH_IMAGES })
        throw invalid('/image_filenames', problem)
      }
      const settings: BatchSettings = {
        classes,
        confidence: confidence_threshold,
        topK: model?.isClassifier ? (request.top_k ?? 1) : null,
        tileSize,
        asPending: request.as_pending ?? false,
      }
      const measured: PassSettings = passSettings(model?.id ?? null, settings)
      const passes = images.map((image) => passesOf(image, measured))
      const total = passes.reduce((sum, n) => sum + n, 0)
      const { cost } = await charges.quote(db, caller.organizationId, 'annotation_batch', { passes: total })
      const row: AnnotationBatchRow = {
        id: newId(),
        organization_id: caller.organizationId,
        dataset_id: dataset.id,
        model_id: model?.id ?? null,
        settings: toJson(settings),
        status: 'pending',
        total_images: images.length,
        processed_images: 0,
        failed_images: 0,
        annotations_added: 0,
        attempt: 1,
        passes_done: 0,
        estimated_credits: cost,
        first_failure: null,
        error: null,
        completed_at: null,
        created_at: now().toISOString(),
      }
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('annotation_batches').values(row).execute()
        const rows = images.map((image, position) => ({
          batch_id: row.id,
          position,
          image_id: image.id,
          state: 'waiting' as const,
          passes: passes[position] as number,
        }))
        await insertMany(tx, 'annotation_batch_images', rows)
        await charges.hold(tx, workOf(row), 'annotation_batch', { passes: total })
        // SAM 3 is installed in the data folders of servers.
        const where = row.model_id === null && { label: SERVER_LABEL }
        await jobs.enqueue(tx, {
          id: row.id,
          caller,
          kind: ANNOTATION_BATCH,
          subject: dataset.name,
          payload: {},
          ...where,
        })
      })
      jobs.wake()
      return batchOf(row)
    },

    get: async (caller, id) => batchOf(await rowOf(caller, id)),
    cancel,
  }
}

/** @throws ApiError sahi_needs_sam3 */
function tileSizeOf({ model_id, sahi_enabled = false, sahi_slice_size = 640 }: Sliced): number | null {
  if (!sahi_enabled) return null
  if (model_id != null) throw new ApiError('sahi_needs_sam3', message('annotate.sahi_needs_sam3'))
  return sahi_slice_size
}

interface Sliced {
  model_id?: string | null
  sahi_enabled?: boolean
  sahi_slice_size?: number
}

/** @throws ApiError invalid_field for a class that is there twice */
function classesOf(classes: readonly BatchClass[]): BatchSettings['classes'] {
  const names = new Set<string>()
  for (const [i, { name }] of classes.entries()) {
    if (names.has(name)) throw invalid(`/classes/${i}/name`, message('annotate.class_twice', { name }))
    names.add(name)
  }
  return classes.map(({ name, output_type = 'polygon' }) => ({ name, output_type }))
}

async function modelIdOf(models: Models, caller: Caller, nameOrId: string | null | undefined): Promise<string | null> {
  return nameOrId == null ? null : (await models.get(caller, nameOrId)).id
}

/** Null for SAM 3. @throws ApiError not_found, wrong_state, invalid_field for a class that the model does not have */
async function trainedModel(
  models: Models,
  caller: Caller,
  nameOrId: string | null | undefined,
  classes: BatchSettings['classes'],
): Promise<{ id: string; isClassifier: boolean } | null> {
  if (nameOrId == null) return null
  const { id, name, model_type, status } = await models.get(caller, nameOrId)
  const usable = await models.find(caller, id)
  if (!usable || status !== 'ready') throw new ApiError('wrong_state', message('model.not_ready', { name, status }))
  const unknown = classes.findIndex((one) => !usable.classes.includes(one.name))
  if (unknown >= 0) {
    const problem = message('annotate.class_unknown', { name: classes[unknown]?.name ?? '', model: name })
    throw invalid(`/classes/${unknown}/name`, problem)
  }
  return { id, isClassifier: model_type === CLASSIFICATION }
}

function batchOf(row: AnnotationBatchRow): BatchJob {
  const { id, status, total_images, processed_images, failed_images } = row
  const handled = processed_images + failed_images
  const error = fromJsonOrNull<Said>(row.error)
  return {
    job_id: id,
    status,
    progress: status === 'completed' ? 100 : total_images === 0 ? 0 : Math.floor((100 * handled) / total_images),
    total_images,
    processed_images,
    total_annotations_added: row.annotations_added,
    failed_images,
    error_message: error?.message ?? null,
    ...(error?.text && { text: error.text }),
    estimated_credits: Number(row.estimated_credits),
    completed_at: row.completed_at,
  }
}
