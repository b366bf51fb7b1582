/**
 * The job of each step of an import: to plan it, to write it, and to undo it. A step can be executed again: the plan is made from
 * the start, the others continue with the images that are left.
 */
import { createReadStream } from 'node:fs'
import type { DatasetClass } from '../../../shared/api/datasets.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImportPlan, ImportStatus } from '../../../shared/api/imports.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Datasets, typesOf } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import type { Label } from '../../datasets/stored-annotation.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import { type Database, fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { DatasetImportRow } from '../../db/schema/imports.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Log } from '../../machine/log.ts'
import { callerOf, type JobContext, type JobKind } from '../../work/jobs/job.ts'
import { withJobFolder } from '../../work/jobs/job-folder.ts'
import { RecordOver } from '../../work/jobs/job-record.ts'
import { imageHeader } from './archive/image-header.ts'
import { type ImportRepository, WORKING } from './import-repository.ts'
import { planImport } from './plan/plan-import.ts'
import { type ArchiveReader, createArchiveReader, ReaderLost } from './reader/archive-reader.ts'
import { notedLacking } from './undo/take-back-lists.ts'
import { undoImport } from './undo/undo-import.ts'
import { writeImport } from './write/write-import.ts'

export const IMPORT = 'dataset_import'

export interface ImportJobOptions {
  db: Database
  repository: ImportRepository
  datasets: Datasets
  images: Images
  resolveMedia: ResolveMedia
  free: Reclaim['free']
  tmpDir: string
  /** The largest file of an archive: the largest upload. */
  maxBytes: number
  log: Log
  now: () => Date
}

/** Rows that are removed in one transaction. */
const STEP = 500

/** The status after a step that has succeeded. */
const AFTER: Partial<Record<ImportStatus, ImportStatus>> = {
  planning: 'planned',
  importing: 'completed',
  undoing: 'undone',
}

export function importJob(options: ImportJobOptions): JobKind {
  const { db, repository, datasets, images } = options

  /**
   * Calls `use` with a reader of the archive, and once more if the reader ends: what it was given to read may be the reason, or
   * not. `use` begins again with what is left.
   * @throws ApiError not_found when the archive is gone; ReaderLost the second time
   */
  async function withArchive(
    row: DatasetImportRow,
    job: JobRow,
    signal: AbortSignal,
    use: (a: ArchiveReader) => Promise<void>,
  ) {
    const media = await options.resolveMedia(row.gcs_uri, callerOf(job))
    if (!media) throw new ApiError('not_found', message('import.upload_missing'))
    const archive = { path: await media.localFile(), name: row.filename, mostBytesOfFile: options.maxBytes }
    for (let losses = 0; ; losses++) {
      const reader = createArchiveReader(archive, signal)
      try {
        return await use(reader)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ReaderLost)) throw error
        options.log('warning', `The reader of the archive of import ${row.id} ended.`, error)
        if (losses > 0) throw error
      } finally {
        reader.close()
      }
    }
  }

  /** Images without a header of a known form count as stored upright. */
  async function orientationOf(imageId: string): Promise<number> {
    const image = await db.selectFrom('images').selectAll().where('id', '=', imageId).executeTakeFirst()
    const header = image && (await imageHeader(createReadStream(await images.localFile(image))))
    return header?.orientation ?? 1
  }

  async function plan(row: DatasetImportRow, job: JobRow, { signal, progress, hold }: JobContext): Promise<void> {
    const dataset = await datasets.rowOf(callerOf(job), row.dataset_id)
    await withArchive(row, job, signal, async (reader) => {
      // An attempt that was interrupted has left some.
      while ((await repository.removeStaged(row.id, STEP, hold)) > 0) signal.throwIfAborted()
      const made = await planImport(row, dataset, reader, {
        db,
        signal,
        async store(rows, labels) {
          if (!(await repository.stage(row, rows, labels))) throw new RecordOver()
        },
        async settle(settled) {
          if (!(await repository.settle(row, settled))) throw new RecordOver()
        },
        orientationOf,
        progress: (done) => progress({ done, total: null }),
      })
      if (!(await repository.change(db, row, { plan: toJson(made) }))) throw new RecordOver()
    })
  }

  /** Appends classes to the class list, and notes for an undo which of them it lacked. */
  const addClasses = (job: JobRow, row: DatasetImportRow, labels: readonly Label[]) =>
    datasets.addClasses(callerOf(job), row.dataset_id, labels, async (tx, added) => {
      const made = await tx
        .selectFrom('dataset_imports')
        .select('made_classes')
        .where('id', '=', row.id)
        .executeTakeFirst()
      const all = [...(fromJsonOrNull<DatasetClass[]>(made?.made_classes ?? null) ?? []), ...added]
      if (!(await repository.change(tx, row, { made_classes: toJson(all) }))) throw new RecordOver()
    })

  /** An execution after the first one keeps what the first one noted. */
  async function noteLacking(row: DatasetImportRow, dataset: DatasetRow): Promise<void> {
    if (row.lacking !== null) return
    const lacking = await notedLacking(db, row, dataset)
    if (!(await repository.change(db, row, { lacking }))) throw new RecordOver()
  }

  async function write(row: DatasetImportRow, job: JobRow, context: JobContext): Promise<void> {
    const { signal, progress, hold } = context
    const caller = callerOf(job)
    const dataset = await datasets.rowOf(caller, row.dataset_id)
    await withJobFolder(options.tmpDir, job, async (folder) => {
      const { classes, annotations } = fromJson<ImportPlan>(row.plan ?? '')
      const total = await repository.countImages(row.id, ['staged', 'done', 'failed'])
      const [first = 'bbox'] = typesOf(dataset)
      // Several classes can be imported as one.
      const added = new Map<string, Label>()
      for (const { imported_as: name, is_new, type } of classes) {
        if (is_new && name !== null && !added.has(name)) added.set(name, { name, type: type ?? first })
      }
      await noteLacking(row, dataset)
      // At first, so that they have the order of the archive.
      await addClasses(job, row, [...added.values()])
      await withArchive(row, job, signal, async (reader) => {
        const written = await writeImport(row, dataset, reader, {
          db,
          repository,
          images,
          caller,
          folder,
          signal,
          hold,
          now: options.now,
          progress: (done) => progress({ done, total }),
        })
        await addClasses(job, row, written.labels)
        if (written.stopped) throw written.stopped
      })
      if (annotations.kept > 0) await refuseEmpty(row, job, context)
    })
  }

  /** An import of labels that kept none of them leaves nothing behind. @throws ApiError import_unreadable */
  async function refuseEmpty(row: DatasetImportRow, job: JobRow, context: JobContext): Promise<void> {
    const kept = await db
      .selectFrom('dataset_imports')
      .selectAll()
      .where('id', '=', row.id)
      .where((e) => e.or([e('annotations_written', '>', 0), e('annotations_unchanged', '>', 0)]))
      .executeTakeFirst()
    if (kept) return
    const settings = undoSettings(row.settings, true)
    const taken = { status: 'undoing' as const, settings, images_added: 0, images_changed: 0 }
    if (!(await repository.change(db, row, taken))) throw new RecordOver()
    await undo((await repository.begin(job.id, job.token)) ?? row, job, context)
  }

  async function undo(row: DatasetImportRow, job: JobRow, { signal, progress }: JobContext): Promise<void> {
    const total = (await repository.countTouched(row.id)) + (await repository.countImages(row.id, ['undone']))
    const { userId } = callerOf(job)
    await undoImport(row, { ...options, userId, signal, progress: (done) => progress({ done, total }) })
    if (stepSettings(row).isRefused) throw new ApiError('import_unreadable', message('import.nothing_kept'))
  }

  return {
    kind: IMPORT,
    pool: 'long',
    isPortable: true,
    estimateMs: 20_000,
    async run(job, context) {
      const row = await repository.begin(job.id, job.token)
      if (!row) return { state: 'cancelled' }
      if (row.status === 'planning') await plan(row, job, context)
      else if (row.status === 'importing') await write(row, job, context)
      else await undo(row, job, context)
      return { state: 'done' }
    },
    reasonOf(error) {
      if (error instanceof ReaderLost) return error.said
      return error instanceof ApiError ? error : null
    },
    failures: { fault: 'import.fault', diskFull: 'import.disk_full' },
    async ended(tx, job, end) {
      const row = await tx.selectFrom('dataset_imports').selectAll().where('job_id', '=', job.id).executeTakeFirst()
      if (!row || !WORKING.includes(row.status)) return
      const status = end.state === 'done' ? AFTER[row.status] : end.state === 'cancelled' ? 'cancelled' : 'failed'
      const isPlanned = status === 'planned'
      const error = toJsonOrNull('error' in end ? end.error : null)
      await tx
        .updateTable('dataset_imports')
        .set({ status: status ?? 'failed', error, completed_at: isPlanned ? null : options.now().toISOString() })
        .where('id', '=', row.id)
        .execute()
    },
    async requeued(tx, job) {
      const row = await tx
        .selectFrom('dataset_imports')
        .selectAll()
        .where('job_id', '=', job.id)
        .executeTakeFirstOrThrow()
      const again = stepOf(row)
      await tx
        .updateTable('dataset_imports')
        .set({ status: again, error: null, completed_at: null })
        .where('id', '=', row.id)
        .execute()
    },
  }
}

interface StepSettings {
  /** True when the present step undoes the import, which a retry of its job reads. */
  isUndone?: boolean
  /** True when that is because no label fitted, so that the import has failed. */
  isRefused?: boolean
}

const stepSettings = ({ settings }: Pick<DatasetImportRow, 'settings'>) => fromJson<StepSettings>(settings)

/** The step that a failed, or cancelled, import was in. */
function stepOf(row: DatasetImportRow): ImportStatus {
  if (stepSettings(row).isUndone) return 'undoing'
  return row.confirmed_at === null ? 'planning' : 'importing'
}

export const undoSettings = (settings: string, isRefused = false): string =>
  toJson({ ...fromJson<object>(settings), isUndone: true, isRefused } satisfies StepSettings)
