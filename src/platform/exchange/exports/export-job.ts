/**
 * The job that freezes an export and writes its archive. It can be executed again: images that are frozen stay as they are
 * unless a person retries it, and the archive is written again under a folder of the attempt.
 */
import { join } from 'node:path'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import { type Database, toJson } from '../../db/database.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { JobContext, JobEnd, JobKind } from '../../work/jobs/job.ts'
import { withJobFolder } from '../../work/jobs/job-folder.ts'
import { type JobRecord, RecordOver } from '../../work/jobs/job-record.ts'
import type { ExportRepository } from './export-repository.ts'
import { frozenExport } from './formats/frozen-export.ts'
import { writeArchive } from './formats/write-archive.ts'
import { freeze } from './freeze.ts'

export const EXPORT = 'dataset_export'

export interface ExportJobOptions {
  db: Database
  repository: ExportRepository
  record: JobRecord<DatasetExportRow>
  blobs: BlobStore
  events: Pick<Events, 'wake'>
  tmpDir: string
  /** Removes those of the files that nothing names any more. */
  free: Reclaim['free']
  now: () => Date
}

export function exportJob(options: ExportJobOptions): JobKind {
  const { db, repository, blobs } = options

  /** Returns the export with its images frozen. */
  async function frozen(row: DatasetExportRow, { signal, progress, hold }: JobContext): Promise<DatasetExportRow> {
    if (row.frozen_at !== null) return row
    // An attempt that was interrupted may have left images.
    while ((await repository.removeImages(row.id, IMAGES_AT_ONCE, hold)).length > 0) signal.throwIfAborted()
    const facts = await freeze(db, row, {
      async store(rows) {
        signal.throwIfAborted()
        if (!(await repository.addImages(row, rows))) throw new RecordOver()
      },
      progress: (done, total) => progress({ done, total: 2 * total }),
    })
    const fields = { ...facts, frozen_at: options.now().toISOString() }
    if (!(await repository.change(row, fields))) throw new RecordOver()
    return { ...row, ...fields }
  }

  async function archived(row: DatasetExportRow, folder: string, { signal, progress }: JobContext): Promise<JobEnd> {
    const source = frozenExport(row, repository, blobs.localFile)
    const archive = await writeArchive(source, join(folder, 'archive.zip'), {
      signal,
      progress: (done) => progress({ done: row.image_count + done, total: 2 * row.image_count }),
    })
    const fields = {
      archive_sha256: archive.sha256,
      size_bytes: archive.sizeBytes,
      warnings: toJson(archive.warnings),
    }
    await blobs.takeFor(join(folder, 'archive.zip'), archive.sha256, async (blob) => {
      if (!(await repository.keepArchive(row, fields, blob))) throw new RecordOver()
    })
    return { state: 'done' }
  }

  return {
    kind: EXPORT,
    pool: 'long',
    isPortable: true,
    estimateMs: 30_000,
    async run(job, context) {
      const begun = await repository.begin({ id: job.id, attempt: job.token })
      if (!begun) return { state: 'cancelled' }
      const row = await frozen(begun, context)
      return withJobFolder(options.tmpDir, job, (folder) => archived(row, folder, context))
    },
    reasonOf: (error) => (error instanceof ApiError ? error : null),
    failures: { fault: 'export.fault', diskFull: 'export.disk_full' },
    ended: (tx, { id }, end) => options.record.end(tx, id, end),
    async requeued(tx, { id }) {
      const again = { status: 'pending', error: null, frozen_at: null, completed_at: null } as const
      await tx.updateTable('dataset_exports').set(again).where('id', '=', id).execute()
    },
    async after(job) {
      options.events.wake()
      const hashes = new Set<string>()
      for (let count = IMAGES_AT_ONCE; count === IMAGES_AT_ONCE; ) {
        const removed = await repository.removeLeftovers(job.id, IMAGES_AT_ONCE)
        for (const hash of removed) hashes.add(hash)
        count = removed.length
      }
      if (hashes.size > 0) await options.free([...hashes])
    },
  }
}

/** Images removed in one transaction. */
const IMAGES_AT_ONCE = 500
