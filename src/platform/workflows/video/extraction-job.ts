/** The job that extracts the frames of one video. It can be executed again: frames that are there are not stored twice. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, type ApiErrorCode } from '../../../shared/api/errors.ts'
import type { FrameRequest } from '../../../shared/api/video.ts'
import type { Deinterlace } from '../../../shared/domain/deinterlace.ts'
import type { Engine, ExtractedFrame } from '../../../shared/engine-contract/job.ts'
import { message, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import { QUOTA_CODES } from '../../accounts/quota/quota.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import { type Database, fromJson } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Events } from '../../http/area/organization-events.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { callerOf, type JobContext, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { columnsOf, type ExtractionResult, RESTARTED, storeEnd } from './extraction-end.ts'
import { detectionsAt } from './run-detections.ts'
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
  const folderOf = ({ id, token }: JobRow) => join(options.tmpDir, `${id}-${token}`)
  const removeFolder = (job: JobRow) => rm(folderOf(job), { recursive: true, force: true })

  /** Returns true when it was stopped. */
  async function propose(
    lines: AsyncIterable<string>,
    caller: Caller,
    dataset: DatasetRow,
    frames: readonly ExtractedFrame[],
    imageIds: readonly string[],
    { signal, hold }: Pick<JobContext, 'signal' | 'hold'>,
  ): Promise<boolean> {
    const found = await detectionsAt(
      lines,
      frames.map(({ time_s }) => time_s),
    )
    const classes: Awaited<ReturnType<typeof proposeDetections>> = []
    for (const [i, size] of frames.entries()) {
      if (signal.aborted) return true
      const target = {
        dataset,
        imageId: imageIds[i] as string,
        size,
        userId: caller.userId,
        at: options.now().toISOString(),
      }
      classes.push(...(await proposeDetections(options.db, target, found[i] ?? [], hold)))
    }
    await datasets.addClasses(caller, dataset.id, classes)
    return false
  }

  const extract: JobKind['run'] = async (job, { signal, progress, hold }) => {
    const payload = fromJson<ExtractionPayload>(job.payload)
    const caller = callerOf(job)
    const file = await resolveMedia(payload.store_path, caller)
    if (!file) return failed(message('video.upload_missing'))
    const dataset = await datasets.rowOf(caller, payload.dataset_id)
    const outDir = folderOf(job)
    await mkdir(outDir, { recursive: true, mode: PRIVATE_FOLDER })
    if (signal.aborted) return null
    const asked: FrameRequest = payload.selection ?? { by: 'rate', fps: payload.sample_fps }
    const selection = await options.selections.resolve(caller, asked, payload.store_path)
    if (signal.aborted) return null
    const { deinterlace = 'off' } = payload
    const request = { path: await file.localFile(), name: file.name, outDir, selection, deinterlace }
    const extraction = engine.extractFrames(request, (done, total) =>
      progress({ done, total: total === null ? null : Math.max(total, done) }),
    )
    signal.addEventListener('abort', extraction.cancel)
    const extracted = await extraction.done
    signal.removeEventListener('abort', extraction.cancel)
    if (signal.aborted) return null
    if (!extracted.ok) return failed(extracted.error)
    const { frames, warnings } = extracted.value
    const result: ExtractionResult = { image_ids: [], warning: warnings.length > 0 ? warnings.join(' ') : null }
    for (const { name, width, height } of frames) {
      if (signal.aborted) return null
      const file = { path: join(outDir, name), filename: name, directory: payload.directory_path }
      const picture = { ...file, width, height, contentType: 'image/jpeg', group: `video ${payload.store_path}` }
      const { id } = await images.ensure(caller, dataset, picture, hold)
      result.image_ids.push(id)
    }
    if (payload.proposals_run_id !== undefined) {
      const lines = await options.selections.recordsOf(caller, payload.proposals_run_id, payload.store_path)
      const isStopped = await propose(lines, caller, dataset, frames, result.image_ids, { signal, hold })
      if (isStopped) return null
    }
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
        end = failed(error)
      } finally {
        // At once, since it makes room for the record of a failure.
        if (end?.state !== 'done') await removeFolder(job)
      }
      return end
    },
    failureOf: (error) => saidOf(message(isDiskFull(error) ? 'video.extraction_disk_full' : 'video.extraction_fault')),
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

const failed = (reason: Sayable): JobEnd => ({ state: 'failed', error: saidOf(reason) })
