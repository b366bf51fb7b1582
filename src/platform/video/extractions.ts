/** Extracts frames of videos as images of data sets, one video at a time. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BodyOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { VideoExtractionJob, video } from '../../shared/api/video.ts'
import type { Engine, ExtractRequest } from '../../shared/engine-contract/job.ts'
import { type MessageText, message } from '../../shared/messages/message.ts'
import { type Sayable, saidOf } from '../../shared/messages/said.ts'
import type { Datasets } from '../datasets/datasets.ts'
import type { Database } from '../db/database.ts'
import { isUuid, newId } from '../db/ids.ts'
import { fromJsonOrNull, toJson, toJsonOrNull } from '../db/json.ts'
import { createOneAtATime } from '../db/one-at-a-time.ts'
import type { DatasetRow, VideoExtractionRow } from '../db/tables.ts'
import type { Directories } from '../directories/directories.ts'
import { directoryPath, joinPath, requireSegment } from '../directories/directory-path.ts'
import type { Caller } from '../identity/caller.ts'
import type { Images } from '../images/images.ts'
import { isDiskFull } from '../machine/disk-full.ts'
import type { Log } from '../machine/log.ts'
import { PRIVATE_FOLDER } from '../machine/private-folder.ts'
import { type ResolveMedia, uploadOf } from '../uploads/media-handles.ts'
import type { Uploads } from '../uploads/uploads.ts'

export interface Extractions {
  /** Starts the job and returns at once. @throws ApiError not_found, video_unreadable, invalid_field */
  start(caller: Caller, request: BodyOf<typeof video.extractFrames>): Promise<VideoExtractionJob>
  /** @throws ApiError not_found */
  get(caller: Caller, id: string): Promise<VideoExtractionJob>
  /** Must be called once before anything else: ends the jobs that a dead process left running. */
  recover(): Promise<void>
  /** Ends the current job and accepts no more. */
  close(): Promise<void>
}

export interface ExtractionsOptions {
  db: Database
  datasets: Datasets
  directories: Directories
  images: Images
  uploads: Uploads
  resolveMedia: ResolveMedia
  engine: Engine
  tmpDir: string
  /** Removes files without references. */
  sweep(): Promise<void>
  now: () => Date
  log: Log
}

const SAVE_EVERY_MS = 500
const INTERRUPTED = failed(message('video.extraction_interrupted'))
const NO_ROOM = failed(message('video.extraction_disk_full'))
const FAULT = failed(message('video.extraction_fault'))

export function createExtractions(options: ExtractionsOptions): Extractions {
  const { db, datasets, directories, images, uploads, resolveMedia, engine, log } = options
  const alone = createOneAtATime()
  const closing = new AbortController()

  const save = async (id: string, change: Partial<VideoExtractionRow>) => {
    await db.updateTable('video_extractions').set(change).where('id', '=', id).execute()
  }

  async function extract(
    caller: Caller,
    row: VideoExtractionRow,
    dataset: DatasetRow,
    request: ExtractRequest,
  ): Promise<void> {
    if (closing.signal.aborted) return save(row.id, INTERRUPTED)
    await mkdir(request.outDir, { recursive: true, mode: PRIVATE_FOLDER })
    let savedAt = performance.now()
    let saving = Promise.resolve()
    const onFrame = (frames_extracted: number, total: number | null) => {
      if (performance.now() - savedAt < SAVE_EVERY_MS) return
      savedAt = performance.now()
      const change = { frames_extracted, total_frames: Math.max(total ?? 0, frames_extracted) }
      saving = saving.then(() => save(row.id, change)).catch(() => undefined)
    }
    const extraction = engine.extractFrames(request, onFrame)
    closing.signal.addEventListener('abort', extraction.cancel)
    const extracted = await extraction.done
    closing.signal.removeEventListener('abort', extraction.cancel)
    await saving
    if (closing.signal.aborted) return save(row.id, INTERRUPTED)
    if (!extracted.ok) return save(row.id, failed(extracted.error))
    const { frames, warnings } = extracted.value
    const ids: string[] = []
    for (const { name, width, height } of frames) {
      const path = join(request.outDir, name)
      const picture = { path, filename: name, directory: row.directory_path, width, height, contentType: 'image/jpeg' }
      ids.push((await images.ensure(caller, dataset, picture)).id)
    }
    const counts = { frames_extracted: frames.length, total_frames: frames.length }
    const warning = warnings.length > 0 ? warnings.join(' ') : null
    await save(row.id, { status: 'complete', ...counts, warning, image_ids: toJson(ids) })
  }

  /** The video was uploaded only for its frames, unless a workflow reads it too. */
  async function removeVideo(caller: Caller, handle: string): Promise<void> {
    const upload = uploadOf(handle, caller.organizationId)
    if (!upload) return
    const query = db.selectFrom('workflows').select('id').where('organization_id', '=', caller.organizationId)
    const used = await query.where('graph', 'like', `%/${upload.uploadId}/%`).executeTakeFirst()
    if (used) return
    await uploads.remove(caller, upload.uploadId, upload.filename)
    await options.sweep()
  }

  return {
    async start(caller, { dataset_name, store_path, directory_name, sample_fps, parent_directory_path }) {
      const file = await resolveMedia(store_path, caller)
      if (!file) throw new ApiError('not_found', message('video.upload_missing'))
      const dataset = await datasets.rowOf(caller, dataset_name)
      requireSegment(directory_name, '/directory_name')
      const parent = directoryPath(parent_directory_path, '/parent_directory_path')
      const directory_path = directoryPath(joinPath(parent, directory_name), '/directory_name')
      const probed = await engine.probe(file.path, file.name)
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
      await db.transaction().execute(async (tx) => {
        await directories.ensure(tx, caller, dataset, directory_path)
        await tx.insertInto('video_extractions').values(row).execute()
      })
      const outDir = join(options.tmpDir, row.id)
      const request = { path: file.path, name: file.name, outDir, sampleFps: sample_fps }
      void alone(async () => {
        let failure: ReturnType<typeof failed> | null = null
        try {
          await extract(caller, row, dataset, request)
          if (!closing.signal.aborted) await removeVideo(caller, store_path)
        } catch (error) {
          log('error', `The extraction ${row.id} failed.`, error)
          failure = isDiskFull(error) ? NO_ROOM : FAULT
        }
        // First, since it makes room for the record of the failure.
        await rm(outDir, { recursive: true, force: true })
        if (failure) await save(row.id, failure)
      }).catch((error) => log('error', `The end of the extraction ${row.id} could not be stored.`, error))
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
      return jobOf(row)
    },
    async recover() {
      await db.updateTable('video_extractions').set(INTERRUPTED).where('status', '=', 'processing').execute()
    },
    async close() {
      closing.abort()
      await alone(async () => undefined)
    },
  }
}

/** The end of a job, as its row stores it. */
function failed(reason: Sayable): Pick<VideoExtractionRow, 'status' | 'error' | 'error_text'> {
  const { message, text } = saidOf(reason)
  return { status: 'failed', error: message, error_text: toJsonOrNull(text) }
}

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
