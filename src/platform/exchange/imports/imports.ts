/** Imports of labels and images: planned, confirmed, cancelled and undone by callers. */

import type { BodyOf, CountedList, Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { DatasetImport, ImportCreate, ImportPlan, ImportStatus, imports } from '../../../shared/api/imports.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import { directoryPath } from '../../datasets/directories/directory-path.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import { type Database, fromJson, newId, toJson } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { countedListOf } from '../../db/pages.ts'
import type { DatasetImportRow } from '../../db/schema/imports.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { IMPORT, undoSettings } from './import-job.ts'
import { importOf } from './import-record.ts'
import type { ImportRemoval } from './import-removal.ts'
import { type ImportRepository, WORKING } from './import-repository.ts'
import type { ImportSettings } from './plan/plan-import.ts'

export interface Imports {
  /** Starts the job that plans it and returns at once. @throws ApiError not_found for data set and upload, invalid_field */
  create(caller: Caller, request: ImportCreate): Promise<DatasetImport>
  /** @throws ApiError not_found for the data set */
  list(caller: Caller, filter: Page & { dataset?: string; status?: ImportStatus }): Promise<CountedList<DatasetImport>>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<DatasetImport>
  /**
   * @throws ApiError wrong_state unless it is planned, or if no annotation would be kept; invalid_field without an answer that
   * the plan asks for
   */
  confirm(caller: Caller, id: string, answer: BodyOf<typeof imports.confirm>): Promise<DatasetImport>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<DatasetImport>
  /** @throws ApiError wrong_state unless it has ended */
  undo(caller: Caller, id: string): Promise<DatasetImport>
  /** @throws ApiError wrong_state while a job works on it */
  delete(caller: Caller, id: string): Promise<void>
}

export interface ImportsOptions {
  db: Database
  repository: ImportRepository
  datasets: Datasets
  jobs: Jobs
  removal: ImportRemoval
  resolveMedia: ResolveMedia
  now: () => Date
}

export function createImports(options: ImportsOptions): Imports {
  const { db, repository, datasets, jobs, removal } = options
  const at = () => options.now().toISOString()

  async function rowOf(caller: Caller, id: string): Promise<DatasetImportRow> {
    const row = await repository.find(caller.organizationId, id)
    if (!row) throw new ApiError('not_found', message('import.missing', { id }))
    return row
  }
  const shown = async (row: DatasetImportRow) =>
    importOf(row, WORKING.includes(row.status) ? await jobs.progress(row.job_id) : null)

  const enqueue = (tx: Tx, caller: Caller, { job_id, dataset_name, gcs_uri }: DatasetImportRow) =>
    jobs.enqueue(tx, { id: job_id, caller, kind: IMPORT, subject: dataset_name, payload: { gcs_uri } })

  /** Queues the job of the next step. */
  async function start(
    caller: Caller,
    row: DatasetImportRow,
    from: readonly ImportStatus[],
    fields: Partial<DatasetImportRow>,
  ): Promise<DatasetImport> {
    const job_id = newId()
    const isMoved = await db.transaction().execute(async (tx) => {
      const moved = { ...fields, job_id, attempt: 0, error: null, completed_at: null }
      if (!(await repository.move(tx, row, from, moved))) return false
      await enqueue(tx, caller, { ...row, job_id })
      return true
    })
    if (!isMoved) throw refusal(await rowOf(caller, row.id))
    jobs.wake()
    return shown(await rowOf(caller, row.id))
  }

  return {
    async create(caller, request) {
      const dataset = await datasets.rowOf(caller, request.dataset)
      const directory = directoryPath(request.directory_path ?? '/')
      const media = await options.resolveMedia(request.gcs_uri, caller)
      if (!media) throw new ApiError('not_found', message('import.upload_missing'))
      const { class_map: classMap = {}, predictions = true, images = true } = request
      const settings: ImportSettings = { classMap, predictions, images }
      const [id, job_id] = [newId(), newId()]
      const row: DatasetImportRow = {
        id,
        job_id,
        attempt: 0,
        organization_id: caller.organizationId,
        created_by: caller.userId,
        dataset_id: dataset.id,
        dataset_name: dataset.name,
        gcs_uri: request.gcs_uri,
        filename: media.name,
        requested_format: request.format ?? null,
        mode: request.mode ?? 'append',
        directory_path: directory,
        settings: toJson(settings),
        status: 'planning',
        plan: null,
        box_base: null,
        size_choice: null,
        error: null,
        confirmed_at: null,
        completed_at: null,
        deleted_at: null,
        images_added: 0,
        images_changed: 0,
        images_failed: 0,
        annotations_written: 0,
        annotations_unchanged: 0,
        annotations_dropped: 0,
        lacking: null,
        made_classes: null,
        created_at: at(),
      }
      await db.transaction().execute(async (tx) => {
        await repository.insert(tx, row)
        await enqueue(tx, caller, row)
      })
      jobs.wake()
      return importOf(row)
    },
    async list(caller, { dataset, ...filter }) {
      const datasetId = dataset === undefined ? undefined : (await datasets.rowOf(caller, dataset)).id
      const found = await repository.list(caller.organizationId, { ...filter, ...(datasetId && { datasetId }) })
      const data = countedListOf(found, filter, (row) => row)
      return { ...data, data: await Promise.all(data.data.map(shown)) }
    },
    get: async (caller, id) => shown(await rowOf(caller, id)),
    async confirm(caller, id, { box_base, size_choice, without_annotations: isWithout = false }) {
      const row = await rowOf(caller, id)
      if (row.status !== 'planned') throw refusal(row)
      const plan = fromJson<ImportPlan>(row.plan ?? '')
      if (plan.needs_box_base && box_base === undefined)
        throw invalidField('/box_base', message('import.needs_box_base'))
      if (plan.needs_size_choice && size_choice === undefined)
        throw invalidField('/size_choice', message('import.needs_size_choice'))
      if (plan.keeps_no_annotation && !isWithout)
        throw new ApiError('wrong_state', message('import.keeps_no_annotation'))
      const base = box_base ?? plan.box_base
      const size = plan.needs_size_choice ? (size_choice ?? null) : null
      // An import without new annotations has nothing to put in the place of those that images have.
      const mode = plan.keeps_no_annotation ? 'append' : row.mode
      return start(caller, row, ['planned'], {
        status: 'importing',
        confirmed_at: at(),
        box_base: base,
        size_choice: size,
        mode,
      })
    },
    async cancel(caller, id) {
      const row = await rowOf(caller, id)
      const isCancelled = await db
        .transaction()
        .execute((tx) => repository.move(tx, row, ['planned', ...WORKING], { status: 'cancelled', completed_at: at() }))
      if (!isCancelled) throw refusal(await rowOf(caller, id))
      if (row.status !== 'planned') await jobs.cancel(caller, row.job_id)
      return shown(await rowOf(caller, row.id))
    },
    async undo(caller, id) {
      const row = await rowOf(caller, id)
      const ended: ImportStatus[] = ['completed', 'failed', 'cancelled']
      // A cancelled step may still be running, but stores nothing any more.
      return start(caller, row, ended, { status: 'undoing', settings: undoSettings(row.settings) })
    },
    async delete(caller, id) {
      const row = await rowOf(caller, id)
      const ended: ImportStatus[] = ['planned', 'completed', 'undone', 'failed', 'cancelled']
      const isHidden = await db.transaction().execute((tx) => repository.move(tx, row, ended, { deleted_at: at() }))
      if (!isHidden) throw refusal(await rowOf(caller, id))
      await removal.remove(row.id)
    },
  }
}

const refusal = ({ filename, status }: DatasetImportRow): ApiError =>
  new ApiError('wrong_state', message('import.wrong_state', { name: filename, status }))
