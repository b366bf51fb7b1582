/**
 * The job that fills a data set with pictures of the images of another one. It can be executed again: an image and its
 * annotations are stored in one transaction under a name that follows from the source, and those that are there are skipped.
 */
import { sql } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import { message, paramOf, type Said } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
import { fromJson } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import { callerOf, failed, type JobContext, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { withJobFolder } from '../../work/jobs/job-folder.ts'
import { annotationsByImage } from '../exports/freeze.ts'
import { type DeriveImagesOptions, deriveImage } from './derive-images.ts'
import type { DeriveSettings } from './plan-pictures.ts'

export const DATASET_DERIVATION = 'dataset_derivation'

export interface DerivePayload {
  source: string
  target: string
  settings: DeriveSettings
}

export interface DeriveJobOptions extends DeriveImagesOptions {
  datasets: Datasets
  tmpDir: string
}

/** Images of one query. */
const PAGE = 20

export function deriveJob(options: DeriveJobOptions): JobKind {
  const { db, datasets } = options

  async function pageAfter(datasetId: string, last: ImageRow | undefined): Promise<ImageRow[]> {
    const images = db.selectFrom('images').selectAll().where('dataset_id', '=', datasetId).where('is_archived', '=', 0)
    const ordered = images.orderBy('directory_path').orderBy('filename').limit(PAGE)
    if (!last) return ordered.execute()
    const { directory_path, filename } = last
    return ordered.where(sql<boolean>`(directory_path, filename) > (${directory_path}, ${filename})`).execute()
  }

  async function deriveAll(job: JobRow, { signal, progress, hold }: JobContext): Promise<JobEnd> {
    const caller = callerOf(job)
    const { source, target, settings } = fromJson<DerivePayload>(job.payload)
    const from = await datasets.rowOf(caller, source)
    const { image_count: total } = await datasets.get(caller, from.id)
    return withJobFolder(options.tmpDir, job, async (folder) => {
      const failures: { image: ImageRow; reason: Said }[] = []
      let done = 0
      for (let last: ImageRow | undefined; ; ) {
        const page = await pageAfter(from.id, last)
        last = page.at(-1)
        if (!last) break
        for (const image of page) {
          signal.throwIfAborted()
          // It may have been deleted meanwhile.
          const dataset = await datasets.rowOf(caller, target)
          const labels: Map<string, LabelledRow[]> = await annotationsByImage(db, [image])
          const failure = await deriveImage(
            options,
            { caller, dataset, settings, folder, signal, hold },
            image,
            labels.get(image.id) ?? [],
          )
          if (failure) failures.push({ image, reason: failure })
          progress({ done: ++done, total: Math.max(total, done) })
        }
      }
      const [first] = failures
      if (!first) return { state: 'done' }
      const n = failures.length
      const reason = paramOf(first.reason)
      return failed(message('derive.some_failed', { n, name: first.image.filename, reason }))
    })
  }

  return {
    kind: DATASET_DERIVATION,
    pool: 'long',
    isPortable: true,
    estimateMs: 60_000,
    // The engine changes one image at a time.
    atOnce: 1,
    run: deriveAll,
    reasonOf: (error) => (error instanceof ApiError ? error : null),
    failures: { fault: 'derive.fault', diskFull: 'derive.disk_full' },
  }
}
