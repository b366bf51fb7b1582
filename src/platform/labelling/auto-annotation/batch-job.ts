/** The job that annotates the images of a batch. A job that is started again continues with the images that are left. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import type { DeviceChoice } from '../../../shared/domain/device.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, paramOf, type Said, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import { annotationRows } from '../../datasets/annotations/annotation-check.ts'
import { fitted } from '../../datasets/annotations/fitting.ts'
import { type Datasets, typesOf } from '../../datasets/datasets.ts'
import { extraOf, type LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, fromJson, fromJsonOrNull, newId } from '../../db/database.ts'
import type { AnnotationBatchRow } from '../../db/schema/annotation-batches.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Models } from '../../models/models.ts'
import { callerOf, failed, type JobContext, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { withJobModel } from '../../work/jobs/job-model.ts'
import type { JobRecord } from '../../work/jobs/job-record.ts'
import { RUNNING } from './batch-end.ts'
import { batchImages, type Outcome, type StoredBy, type WaitingImage } from './batch-images.ts'
import { type BatchPredictor, type FoundAnnotation, predictTrained, searchTexts } from './batch-predictor.ts'
import type { BatchSettings } from './batch-settings.ts'
import type { InstalledSegmenters } from './installed-segmenters.ts'

export const ANNOTATION_BATCH = 'annotation_batch'

export interface BatchJobOptions {
  db: Database
  record: JobRecord<AnnotationBatchRow>
  engine: Engine
  blobs: BlobStore
  datasets: Datasets
  models: Models
  segmenters: InstalledSegmenters
  events: Pick<Events, 'wake'>
  /** The device of models. */
  device(): Promise<DeviceChoice>
  /** File of the devices that `auto` has measured. */
  deviceChecks: string
  /** Resets an ended batch, and holds the estimate of what is left. */
  restart: NonNullable<JobKind['requeued']>
  now: () => Date
}

/** The model of a batch without one. */
const SAM3 = 'sam3'

export function batchJob(options: BatchJobOptions): JobKind {
  const { db, engine, blobs, datasets, models, segmenters, now } = options
  const images = batchImages(db, now)

  const started = (id: string): Promise<AnnotationBatchRow | undefined> =>
    db
      .updateTable('annotation_batches')
      .set({ status: 'running' })
      .where('id', '=', id)
      .where('status', 'in', RUNNING)
      .returningAll()
      .executeTakeFirst()

  /** Calls `work` with the model of the batch. A model that is gone or can't be opened fails the batch. */
  async function withPredictor(
    caller: Caller,
    { model_id }: AnnotationBatchRow,
    settings: BatchSettings,
    signal: AbortSignal,
    work: (predictor: BatchPredictor) => Promise<JobEnd>,
  ): Promise<JobEnd> {
    if (model_id === null) {
      const segmenter = await segmenters.sam3()
      if (!segmenter) return failed(message('annotate.batch_needs_sam3'))
      return work(searchTexts(engine, segmenter, settings))
    }
    const found = await models.find(caller, model_id)
    if (!found) return failed(message('annotate.model_deleted'))
    const file = { ...found.file, device: await options.device() }
    const open = () => engine.serveModel(file, options.deviceChecks)
    return withJobModel(open, signal, async (model) => {
      const ready = await model.server.ready
      return ready.ok ? work(predictTrained(model, settings)) : failed(ready.error)
    })
  }

  async function annotate(
    { id, dataset_id, model_id }: AnnotationBatchRow,
    { userId }: Caller,
    isPending: boolean,
    dataset: DatasetRow,
    predictor: BatchPredictor,
    { signal, progress, hold }: JobContext,
    classes: ClassesSeen,
  ): Promise<'stopped' | 'done'> {
    const allowed = typesOf(dataset)
    const model = model_id ?? SAM3
    const by: StoredBy = { id, userId, proposer: isPending ? model : null, hold }
    const extra = extraOf({ ...(isPending && { review: 'pending' }), origin: { source: 'model', model } })
    const next = () => images.waiting(id, dataset_id)
    for await (const { image, predicted } of predictedImages(next, predictor)) {
      if (signal.aborted) return 'stopped'
      const outcome = await outcomeOf(predicted, image, allowed, extra)
      if (!(await images.store(by, image, outcome))) return 'stopped'
      if (Array.isArray(outcome)) classes.note(outcome)
      await images.report(id, progress)
    }
    return 'done'
  }

  /** Predicts images in their order, some of them at the same time, until none waits. */
  async function* predictedImages(next: () => Promise<WaitingImage[]>, predictor: BatchPredictor) {
    for (let waiting = await next(); waiting.length > 0; waiting = await next()) {
      const ahead: Promise<Predicted>[] = []
      for (const [i, image] of waiting.entries()) {
        for (const one of waiting.slice(ahead.length, i + predictor.atOnce)) ahead.push(predict(one, predictor))
        yield { image, predicted: await (ahead[i] as Promise<Predicted>) }
      }
    }
  }

  async function predict({ sha256, filename }: WaitingImage, predictor: BatchPredictor): Promise<Predicted> {
    if (sha256 === null || filename === null) {
      return { ok: false, error: saidOf(message('annotate.image_deleted')) }
    }
    return predictor.predict({ path: await blobs.localFile(sha256), name: filename, sha256 })
  }

  return {
    kind: ANNOTATION_BATCH,
    pool: 'long',
    estimateMs: 60_000,
    atOnce: 1,
    isPortable: true,
    async run(job, context) {
      const batch = await started(job.id)
      if (!batch) return { state: 'cancelled' }
      const settings = fromJson<BatchSettings>(batch.settings)
      const caller = callerOf(job)
      const dataset = await datasets.rowOf(caller, batch.dataset_id).catch(() => null)
      if (!dataset) return failed(message('annotate.dataset_deleted'))
      const { signal } = context
      const end = await withPredictor(caller, batch, settings, signal, async (predictor) => {
        const classes = createClassesSeen()
        const stop = await annotate(batch, caller, settings.asPending, dataset, predictor, context, classes)
        await datasets.addClasses(caller, dataset.id, classes.list()).catch(() => undefined)
        return stop === 'stopped' ? { state: 'cancelled' } : endOf(db, job.id)
      })
      return signal.aborted ? null : end
    },
    failures: { fault: 'annotate.batch_fault', diskFull: 'annotate.disk_full' },
    ended: (tx, { id }, end) => options.record.end(tx, id, end),
    requeued: options.restart,
    after: async () => options.events.wake(),
  }
}

async function endOf(db: Database, id: string): Promise<JobEnd> {
  const row = await db
    .selectFrom('annotation_batches')
    .select(['processed_images', 'first_failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const first = fromJsonOrNull<Said>(row.first_failure)
  if (row.processed_images > 0 || !first) return { state: 'done' }
  return failed(message('annotate.all_failed', { reason: paramOf(first) }))
}

type Predicted = { ok: true; value: FoundAnnotation[] } | { ok: false; error: Sayable }

/** Annotations of a type that the data set does not hold become one that it holds, as those of runs do. */
async function outcomeOf(
  predicted: Predicted,
  { width, height }: WaitingImage,
  allowed: readonly AnnotationType[],
  extra: string | null,
): Promise<Outcome> {
  if (!predicted.ok) return saidOf(predicted.error)
  try {
    const rows = await annotationRows(
      predicted.value.map((annotation) => fitted({ ...annotation, id: newId() }, allowed)),
      { width: width ?? 0, height: height ?? 0 },
      allowed,
    )
    return rows.map((row) => ({ ...row, extra }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return saidOf(error)
  }
}

interface ClassesSeen {
  note(rows: readonly LabelledRow[]): void
  list(): { name: string; type: AnnotationType }[]
}

function createClassesSeen(): ClassesSeen {
  const seen = new Map<string, { name: string; type: AnnotationType }>()
  return {
    note(rows) {
      for (const { name, type } of rows) seen.set(`${type} ${name}`, { name, type })
    },
    list: () => [...seen.values()],
  }
}
