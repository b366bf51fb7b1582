/** The job that extracts the frames of one video. It can be executed again: frames that are there are not stored twice. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, type ApiErrorCode } from '../../../shared/api/errors.ts'
import type { FrameRequest } from '../../../shared/api/video.ts'
import type { Deinterlace } from '../../../shared/domain/deinterlace.ts'
import type { Engine, ExtractedFrame } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import { QUOTA_CODES } from '../../accounts/quota/quota.ts'
import { datasetDeleted } from '../../datasets/content-locks.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import { type Database, fromJson } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { callerOf, failed, type JobContext, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { jobFolder } from '../../work/jobs/job-folder.ts'
import { columnsOf, type ExtractionResult, RESTARTED, storeEnd } from './extraction-end.ts'
import { progressOf } from './extraction-progress.ts'
import { detectionsAt, type RecordedDetection } from './run-detections.ts'
import { proposeDetections } from './run-proposals.ts'
import type { Selections } from './selections.ts'

export const EXTRACTION = 'video_extraction'

export interface ExtractionPayload {
  dataset_id: string
  directory_path: string
  store_path: string
  sample_fps: number
  /** Replaces `sample_fps`. */
  selection?: FrameRequest
  /** Omitted: off. */
  deinterlace?: Deinterlace
  /** The run whose detections become proposals. */
  proposals_run_id?: string
}

export interface ExtractionJobOptions {
  datasets: Datasets
  images: Images
  resolveMedia: ResolveMedia
  selections: Selections
  engine: Engine
  tmpDir: string
  events: Pick<Events, 'append' | 'wake'>
  db: Database
  now: () => Date
  /** Removes the video, which was uploaded only for its frames. */
  removeVideo(caller: Caller, handle: string): Promise<void>
}

/** After these the video is still there to be tried again. */
const KEEPING_VIDEO: readonly unknown[] = [
  ...['video.extraction_disk_full', 'video.extraction_fault', 'jobs.parked'],
  ...['quota.images', 'quota.storage'],
]

/** Another attempt would fail alike, or only when there is room. */
const FINAL: readonly ApiErrorCode[] = ['not_found', 'wrong_state', 'invalid_field', ...QUOTA_CODES]

export function extractionJob(options: ExtractionJobOptions): JobKind {
  const { datasets, images, resolveMedia, engine } = options
  const removeFolder = (job: JobRow) => rm(jobFolder(options.tmpDir, job), { recursive: true, force: true })

  /** The detections of the run for each frame; none without a run. */
  async function proposalsOf(
    caller: Caller,
    { proposals_run_id, store_path }: ExtractionPayload,
    frames: readonly ExtractedFrame[],
  ): Promise<RecordedDetection[][]> {
    if (proposals_run_id === undefined) return []
    const lines = await options.selections.recordsOf(caller, proposals_run_id, store_path)
    return detectionsAt(
      lines,
      frames.map(({ time_s }) => time_s),
    )
  }

  /** Adds the frames to the data set, each with its proposals; null when it was stopped. */
  async function addFrames(
    caller: Caller,
    dataset: DatasetRow,
    payload: ExtractionPayload,
    { frames, outDir }: { frames: readonly ExtractedFrame[]; outDir: string },
    { signal, hold, progress }: JobContext,
  ): Promise<string[] | null> {
    const proposals = await proposalsOf(caller, payload, frames)
    const classes: Awaited<ReturnType<typeof proposeDetections>> = []
    const ids: string[] = []
    for (const [i, size] of frames.entries()) {
      if (signal.aborted) return null
      const { name, width, height } = size
      const file = { path: join(outDir, name), filename: name, directory: payload.directory_path }
      const picture = { ...file, width, height, contentType: 'image/jpeg', group: `video ${payload.store_path}` }
      const { id } = await images.ensure(caller, dataset, picture, hold)
      const detections = proposals[i] ?? []
      if (payload.proposals_run_id !== undefined) {
        const target = { dataset, imageId: id, size, userId: caller.userId, at: options.now().toISOString() }
        classes.push(...(await proposeDetections(options.db, target, detections, hold)))
      }
      ids.push(id)
      progress(progressOf({ read: frames.length, added: ids.length, total: frames.length }))
    }
    if (payload.proposals_run_id !== undefined) await datasets.addClasses(caller, dataset.id, classes)
    return ids
  }

  async function isDatasetThere(job: JobRow): Promise<boolean> {
    const { dataset_id } = fromJson<ExtractionPayload>(job.payload)
    return datasets.rowOf(callerOf(job), dataset_id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false
        throw error
      },
    )
  }

  const extract: JobKind['run'] = async (job, context) => {
    const { signal } = context
    const payload = fromJson<ExtractionPayload>(job.payload)
    const caller = callerOf(job)
    const file = await resolveMedia(payload.store_path, caller)
    if (!file) return failed(message('video.upload_missing'))
    const dataset = await datasets.rowOf(caller, payload.dataset_id)
    const outDir = jobFolder(options.tmpDir, job)
    await mkdir(outDir, { recursive: true, mode: PRIVATE_FOLDER })
    if (signal.aborted) return null
    const asked: FrameRequest = payload.selection ?? { by: 'rate', fps: payload.sample_fps }
    const selection = await options.selections.resolve(caller, asked, payload.store_path)
    if (signal.aborted) return null
    const { deinterlace = 'off' } = payload
    const request = { path: await file.localFile(), name: file.name, outDir, selection, deinterlace }
    const extraction = engine.extractFrames(request, (read, total) =>
      context.progress(progressOf({ read, added: 0, total })),
    )
    signal.addEventListener('abort', extraction.cancel)
    const extracted = await extraction.done
    signal.removeEventListener('abort', extraction.cancel)
    if (signal.aborted) return null
    if (!extracted.ok) return failed(extracted.error)
    const { frames, warnings } = extracted.value
    const image_ids = await addFrames(caller, dataset, payload, { frames, outDir }, context)
    if (!image_ids) return null
    const result: ExtractionResult = { image_ids, warning: warnings.length > 0 ? warnings.join(' ') : null }
    return { state: 'done', result }
  }

  return {
    kind: EXTRACTION,
    pool: 'long',
    estimateMs: 30_000,
    atOnce: 1,
    isPortable: true,
    async run(job, context) {
      let end: JobEnd | null = null
      try {
        end = await extract(job, context)
      } catch (error) {
        if (!(error instanceof ApiError) || !FINAL.includes(error.code)) throw error
        end = failed((await isDatasetThere(job)) ? error : datasetDeleted())
      } finally {
        // At once, since it makes room for the record of a failure.
        if (end?.state !== 'done') await removeFolder(job)
      }
      return end
    },
    failures: { fault: 'video.extraction_fault', diskFull: 'video.extraction_disk_full' },
    async ended(tx, job, end) {
      const { directory_path } = fromJson<ExtractionPayload>(job.payload)
      await storeEnd(tx, options.events, { ...job, directory_path }, columnsOf(end))
    },
    async requeued(tx, { id }) {
      await tx.updateTable('video_extractions').set(RESTARTED).where('id', '=', id).execute()
    },
    async after(job, end) {
      options.events.wake()
      const keepsVideo = 'error' in end ? KEEPING_VIDEO.includes(end.error.text?.code) : end.state === 'cancelled'
      const { store_path } = fromJson<ExtractionPayload>(job.payload)
      if (!keepsVideo) await options.removeVideo(callerOf(job), store_path)
      await removeFolder(job)
    },
  }
}
