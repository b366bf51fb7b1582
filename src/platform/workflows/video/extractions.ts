/** Extracts frames of videos as images of data sets, one video at a time. */

import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { VideoExtractionJob, video } from '../../../shared/api/video.ts'
import { withDefaults } from '../../../shared/domain/frame-selection.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { type MessageText, message } from '../../../shared/messages/message.ts'
import { datasetDeleted, lockDataset } from '../../datasets/content-locks.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { Directories } from '../../datasets/directories/directories.ts'
import { directoryPath, joinPath, requireSegment } from '../../datasets/directories/directory-path.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import { type ResolveMedia, uploadOf } from '../../datasets/uploads/media-handles.ts'
import type { Uploads } from '../../datasets/uploads/uploads.ts'
import { type Database, fromJson, fromJsonOrNull, isUuid, lockingTransaction, newId } from '../../db/database.ts'
import type { VideoExtractionRow } from '../../db/schema/uploads.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { EXTRACTION, type ExtractionPayload, extractionJob } from './extraction-job.ts'
import { figuresOf } from './extraction-progress.ts'
import type { Selections } from './selections.ts'

export interface Extractions {
  /**
   * Starts the job and returns at once.
   * @throws ApiError not_found, video_unreadable, invalid_field, wrong_state, image_quota_reached, storage_quota_reached
   */
  start(caller: Caller, request: BodyOf<typeof video.extractFrames>): Promise<VideoExtractionJob>
  /** @throws ApiError not_found */
  get(caller: Caller, id: string): Promise<VideoExtractionJob>
}

export interface ExtractionsOptions {
  db: Database
  jobs: Jobs
  datasets: Datasets
  directories: Directories
  images: Images
  uploads: Uploads
  resolveMedia: ResolveMedia
  selections: Selections
  engine: Engine
  tmpDir: string
  releaseUpload: Reclaim['releaseUpload']
  events: Pick<Events, 'append' | 'wake'>
  now: () => Date
}

export function createExtractions(options: ExtractionsOptions): Extractions {
  const { db, jobs, datasets, directories, images, uploads, resolveMedia, selections, engine } = options

  /** The video was uploaded only for its frames, unless something else refers to it. */
  async function removeVideo(caller: Caller, handle: string): Promise<void> {
    const upload = uploadOf(handle, caller.organizationId)
    if (upload) await options.releaseUpload(caller.organizationId, upload.uploadId)
  }

  jobs.register(extractionJob({ ...options, removeVideo }))
  jobs.control(EXTRACTION, {
    async checkRetry(caller, job) {
      const { store_path } = fromJson<ExtractionPayload>(job.payload)
      if (!(await resolveMedia(store_path, caller))) throw new ApiError('wrong_state', message('video.upload_missing'))
    },
  })

  return {
    async start(caller, request) {
      const { dataset_name, store_path, directory_name, sample_fps, selection, parent_directory_path } = request
      const { proposals_run_id, deinterlace } = request
      const file = await resolveMedia(store_path, caller)
      if (!file) throw missing()
      const dataset = await datasets.rowOf(caller, dataset_name)
      await images.requireRoom(caller)
      const chosen = selection && withDefaults(selection)
      await selections.check(caller, chosen, store_path, proposals_run_id)
      requireSegment(directory_name, '/directory_name')
      const parent = directoryPath(parent_directory_path, '/parent_directory_path')
      const directory_path = directoryPath(joinPath(parent, directory_name), '/directory_name')
      const probed = await engine.probe({ path: await file.localFile(), name: file.name })
      if (!probed.ok) throw new ApiError('video_unreadable', probed.error)
      if (probed.value.duration_seconds === null) {
        throw new ApiError('video_unreadable', message('video.named_is_an_image', { name: file.name }))
      }
      const row: VideoExtractionRow = {
        id: newId(),
        organization_id: caller.organizationId,
        status: 'processing',
        frames_extracted: 0,
        total_frames: 0,
        error: null,
        error_text: null,
        directory_path,
        warning: null,
        image_ids: null,
        created_at: options.now().toISOString(),
      }
      await lockingTransaction(db, async (tx) => {
        if (!(await lockDataset(tx, dataset.id))) throw datasetDeleted()
        // Another extraction of the same video may be removing it.
        if (file.upload && !(await uploads.hold(tx, file.upload.id))) throw missing()
        await directories.ensure(tx, caller, dataset, directory_path)
        await tx.insertInto('video_extractions').values(row).execute()
        const payload: ExtractionPayload = {
          dataset_id: dataset.id,
          directory_path,
          store_path,
          sample_fps,
          ...(deinterlace !== undefined && { deinterlace }),
          ...(chosen && { selection: chosen }),
          ...(proposals_run_id !== undefined && { proposals_run_id }),
        }
        await jobs.enqueue(tx, { id: row.id, caller, kind: EXTRACTION, subject: file.name, payload })
      })
      jobs.wake()
      return jobOf(row)
    },
    async get(caller, id) {
      const row = isUuid(id)
        ? await db
            .selectFrom('video_extractions')
            .selectAll()
            .where('organization_id', '=', caller.organizationId)
            .where('id', '=', id.toLowerCase())
            .executeTakeFirst()
        : undefined
      if (!row) throw new ApiError('not_found', message('video.extraction_missing', { id }))
      const progress = row.status === 'processing' ? await jobs.progress(row.id) : null
      return progress ? { ...jobOf(row), ...figuresOf(progress) } : jobOf(row)
    },
  }
}

const missing = () => new ApiError('not_found', message('video.upload_missing'))

function jobOf(row: VideoExtractionRow): VideoExtractionJob {
  const { status, frames_extracted, total_frames, error, directory_path, warning } = row
  const progress = status === 'complete' ? 1 : total_frames > 0 ? frames_extracted / total_frames : 0
  const image_ids = fromJsonOrNull<string[]>(row.image_ids)
  const text = fromJsonOrNull<MessageText>(row.error_text)
  const job = {
    job_id: row.id,
    status,
    progress,
    frames_extracted,
    total_frames,
    error,
    directory_path,
    warning,
    image_ids,
  }
  return text ? { ...job, text } : job
}
