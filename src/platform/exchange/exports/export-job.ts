/**
 * The job that freezes an export and writes its archive. It can be executed again: images that are frozen stay as they are
 * unless a person retries it, and the archive is written again under a folder of the attempt.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../../shared/api/errors.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import { type Database, toJson, toJsonOrNull } from '../../db/database.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Events } from '../../http/area/organization-events.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { JobContext, JobEnd, JobKind, Tx } from '../../work/jobs/job.ts'
import { type ExportRepository, LIVE } from './export-repository.ts'
import { frozenExport } from './formats/frozen-export.ts'
import { writeArchive } from './formats/write-archive.ts'
import { freeze } from './freeze.ts'

export const EXPORT = 'dataset_export'

export interface ExportJobOptions {
  db: Database
  repository: ExportRepository
  blobs: BlobStore
  events: Pick<Events, 'append' | 'wake'>
  tmpDir: string
  /** Removes those of the files that nothing names any more. */
  free: Reclaim['free']
  now: () => Date
}

/** The export was cancelled or deleted, or another worker has its job. */
class Over extends Error {}

export function exportJob(options: ExportJobOptions): JobKind {
  const { db, repository, blobs, events } = options
  const folderOf = ({ id, token }: JobRow) => join(options.tmpDir, `${id}-${token}`)
  const at = () => options.now().toISOString()

  /** Returns the export with its images frozen. */
  async function frozen(row: DatasetExportRow, { signal, progress, hold }: JobContext): Promise<DatasetExportRow> {
    if (row.frozen_at !== null) return row
    // Those of an attempt that was interrupted.
    while ((await repository.removeImages(row.id, IMAGES_AT_ONCE, hold)).length > 0) signal.throwIfAborted()
    const facts = await freeze(db, row, {
      async store(rows) {
        signal.throwIfAborted()
        if (!(await repository.addImages(row, rows))) throw new Over()
      },
      progress: (done, total) => progress({ done, total: 2 * total }),
    })
    const fields = { ...facts, frozen_at: at() }
    if (!(await repository.change(row, fields))) throw new Over()
    return { ...row, ...fields }
  }

  async function execute(job: JobRow, context: JobContext): Promise<JobEnd> {
    const { signal } = context
    const begun = await repository.begin({ id: job.id, attempt: job.token })
    if (!begun) return { state: 'cancelled' }
    const row = await frozen(begun, context)
    const folder = folderOf(job)
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const source = frozenExport(row, repository, blobs.localFile)
    const archive = await writeArchive(source, join(folder, 'archive.zip'), {
      signal,
      progress: (done) => context.progress({ done: row.image_count + done, total: 2 * row.image_count }),
    })
    const fields = {
      archive_sha256: archive.sha256,
      size_bytes: archive.sizeBytes,
      warnings: toJson(archive.warnings),
    }
    await blobs.takeFor(join(folder, 'archive.zip'), archive.sha256, async (blob) => {
      if (!(await repository.keepArchive(row, fields, blob))) throw new Over()
    })
    return { state: 'done' }
  }

  return {
    kind: EXPORT,
    pool: 'long',
    isPortable: true,
    estimateMs: 30_000,
    async run(job, context) {
      try {
        return await execute(job, context)
      } catch (error) {
        if (context.signal.aborted) return null
        if (error instanceof Over) return { state: 'cancelled' }
        if (error instanceof ApiError) return { state: 'failed', error: saidOf(error) }
        throw error
      } finally {
        await rm(folderOf(job), { recursive: true, force: true })
      }
    },
    failureOf: (error) => saidOf(message(isDiskFull(error) ? 'export.disk_full' : 'export.fault')),
    async ended(tx, job, end) {
      await storeEnd(tx, events, job, end, at())
    },
    async requeued(tx, { id }) {
      const again = { status: 'pending', error: null, frozen_at: null, completed_at: null } as const
      await tx.updateTable('dataset_exports').set(again).where('id', '=', id).execute()
    },
    async after(job) {
      events.wake()
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

/** The first end of an export stays. */
async function storeEnd(
  tx: Tx,
  events: Pick<Events, 'append'>,
  job: JobRow,
  end: JobEnd,
  completed_at: string,
): Promise<void> {
  const status = end.state === 'done' ? 'completed' : end.state === 'cancelled' ? 'cancelled' : 'failed'
  const row = await tx
    .updateTable('dataset_exports')
    .set({ status, error: toJsonOrNull('error' in end ? end.error : null), completed_at })
    .where('id', '=', job.id)
    .where('status', 'in', LIVE)
    .returningAll()
    .executeTakeFirst()
  if (!row || end.state === 'cancelled') return
  const payload = {
    export_id: row.id,
    name: row.name,
    dataset_id: row.dataset_id,
    images: row.image_count,
    error: 'error' in end ? end.error : null,
  }
  const type = status === 'completed' ? 'dataset_export.completed' : 'dataset_export.failed'
  await events.append(tx, row.organization_id, [{ type, payload }])
}
