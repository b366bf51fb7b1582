/** Exports of data sets: created, listed, cancelled and deleted by callers, and read by runs and evaluations. */

import type { CountedList, Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type {
  DatasetExport,
  ExportCreate,
  ExportImage,
  ExportPlan,
  ExportPlanRequest,
  ExportStatus,
} from '../../../shared/api/exports.ts'
import { message } from '../../../shared/messages/message.ts'
import { requireRoom, SOMETHING } from '../../accounts/quota/quota.ts'
import { classesOf, type Datasets } from '../../datasets/datasets.ts'
import { directoryPath, ROOT } from '../../datasets/directories/directory-path.ts'
import { type Database, newId, toJson, toJsonOrNull } from '../../db/database.ts'
import { invalidField, requireName } from '../../db/naming/resource-name.ts'
import { countedListOf } from '../../db/pages.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { StoredFile } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { JobRecord } from '../../work/jobs/job-record.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { EXPORT } from './export-job.ts'
import { exportOf } from './export-record.ts'
import type { ExportRemoval } from './export-removal.ts'
import { type ExportRepository, LIVE } from './export-repository.ts'
import { planExport } from './plan-export.ts'

export interface Exports {
  /** Starts the job and returns at once. @throws ApiError not_found, invalid_field, storage_quota_reached */
  create(caller: Caller, request: ExportCreate): Promise<DatasetExport>
  /** What an export would lose. @throws ApiError not_found, invalid_field */
  plan(caller: Caller, request: ExportPlanRequest): Promise<ExportPlan>
  /** @throws ApiError not_found for the data set */
  list(caller: Caller, filter: Page & { dataset?: string; status?: ExportStatus }): Promise<CountedList<DatasetExport>>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<DatasetExport>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<DatasetExport>
  /** @throws ApiError wrong_state while it is live */
  delete(caller: Caller, id: string): Promise<void>
  /** None until it has completed. */
  images(caller: Caller, id: string, page: Page): Promise<CountedList<ExportImage>>
  /** The file of an image. */
  openImage(caller: Caller, id: string, position: string): Promise<StoredFile>
}

export interface ExportsOptions {
  db: Database
  repository: ExportRepository
  record: JobRecord<DatasetExportRow>
  datasets: Datasets
  jobs: Jobs
  removal: ExportRemoval
  localFile(sha256: string): Promise<string>
  now: () => Date
}

/** @throws ApiError invalid_field */
function requireSplits({ split, splits }: Pick<ExportCreate, 'split' | 'splits'>): void {
  if (split && split.train + split.val + split.test !== 100) {
    throw invalidField('/split', message('invalid.split_shares'))
  }
  if (split && splits) throw invalidField('/splits', message('invalid.shares_and_splits'))
}

export function createExports(options: ExportsOptions): Exports {
  const { db, repository, record, datasets, jobs, removal } = options
  const at = () => options.now().toISOString()

  async function rowOf(caller: Caller, id: string): Promise<DatasetExportRow> {
    const row = await repository.find(caller.organizationId, id)
    if (!row) throw new ApiError('not_found', message('export.missing', { id }))
    return row
  }
  const shown = async (row: DatasetExportRow) =>
    exportOf(row, row.status === 'running' ? await jobs.progress(row.id) : null)

  return {
    async create(
      caller,
      {
        dataset: nameOrId,
        name,
        format = 'coco',
        directory_path,
        image_ids,
        classes,
        split,
        splits,
        seed = 0,
        include_pending = false,
      },
    ) {
      if (name !== undefined) requireName(name)
      const dataset = await datasets.rowOf(caller, nameOrId)
      requireSplits({ split, splits })
      requireClasses(dataset, classes)
      const directory = directoryPath(directory_path ?? ROOT)
      const row: DatasetExportRow = {
        id: newId(),
        organization_id: caller.organizationId,
        created_by: caller.userId,
        dataset_id: dataset.id,
        dataset_name: dataset.name,
        name: name ?? dataset.name,
        format,
        status: 'pending',
        directory_path: directory === ROOT ? null : directory,
        only_classes: toJsonOrNull(classes),
        include_pending: include_pending ? 1 : 0,
        split: toJsonOrNull(splits ?? split),
        seed,
        attempt: 0,
        frozen_at: null,
        classes: toJson([]),
        annotation_types: toJson([]),
        image_count: 0,
        annotation_count: 0,
        split_counts: null,
        archive_sha256: null,
        size_bytes: null,
        warnings: toJson([]),
        error: null,
        created_at: at(),
        completed_at: null,
        deleted_at: null,
      }
      await db.transaction().execute(async (tx) => {
        await requireRoom(tx, row.organization_id, SOMETHING)
        await repository.insert(tx, row, image_ids ?? null)
        await jobs.enqueue(tx, { id: row.id, caller, kind: EXPORT, subject: row.dataset_name, payload: {} })
      })
      jobs.wake()
      return exportOf(row)
    },
    async plan(caller, request) {
      const { format = 'coco', directory_path, image_ids, classes, split, splits, seed = 0 } = request
      const { include_pending = false } = request
      const dataset = await datasets.rowOf(caller, request.dataset)
      requireSplits(request)
      requireClasses(dataset, classes)
      const directory = directoryPath(directory_path ?? ROOT)
      return planExport(db, dataset, {
        format,
        directory: directory === ROOT ? null : directory,
        ids: image_ids ?? null,
        classes: classes ?? null,
        seed,
        hasPending: include_pending,
        splitBy: splits ?? split ?? null,
      })
    },
    async list(caller, { dataset, ...filter }) {
      const datasetId = dataset === undefined ? undefined : (await datasets.rowOf(caller, dataset)).id
      const found = await repository.list(caller.organizationId, { ...filter, ...(datasetId && { datasetId }) })
      const data = countedListOf(found, filter, (row) => row)
      return { ...data, data: await Promise.all(data.data.map(shown)) }
    },
    get: async (caller, id) => shown(await rowOf(caller, id)),
    async cancel(caller, id) {
      const row = await rowOf(caller, id)
      if (!(await record.cancel(caller, row.id))) {
        throw new ApiError('wrong_state', message('export.ended', { name: row.name }))
      }
      return shown(await rowOf(caller, row.id))
    },
    async delete(caller, id) {
      const row = await rowOf(caller, id)
      if (!(await repository.hide(caller.organizationId, row.id, at()))) {
        throw new ApiError('wrong_state', message('export.live', { name: row.name }))
      }
      await removal.remove(row.id)
    },
    async images(caller, id, page) {
      const row = await rowOf(caller, id)
      const total = row.status === 'completed' ? row.image_count : 0
      const rows = total > 0 ? await repository.imageFacts(row.id, page) : []
      return countedListOf({ rows, total }, page, (image) => image)
    },
    async openImage(caller, id, position) {
      const row = await rowOf(caller, id)
      const isNumber = /^(0|[1-9]\d{0,8})$/.test(position)
      const isThere = row.frozen_at !== null && !LIVE.includes(row.status)
      const image = isNumber && isThere ? await repository.image(row.id, Number(position)) : null
      if (!image) throw new ApiError('not_found', message('export.image_missing', { name: row.name, position }))
      const { sha256, filename, content_type } = image
      return { path: await options.localFile(sha256), name: filename, mediaType: content_type, etag: sha256 }
    },
  }
}

/** @throws ApiError invalid_field for a class that the data set does not have */
function requireClasses(dataset: DatasetRow, classes: readonly string[] = []): void {
  const listed = new Set(classesOf(dataset).map(({ name }) => name))
  for (const [i, name] of classes.entries()) {
    if (listed.has(name)) continue
    throw invalidField(`/classes/${i}`, message('dataset.class_missing', { name, dataset: dataset.name }))
  }
}
