/** Videos: probes them, and extracts their frames as images of data sets. */

import { ApiError } from '../../../shared/api/errors.ts'
import type { VideoMetadata } from '../../../shared/api/video.ts'
import type { MediaSummary } from '../../../shared/domain/run.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { DirectoryArea } from '../../datasets/directories/directory-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { StorageArea } from '../../datasets/storage/storage-area.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import type { UploadArea } from '../../datasets/uploads/upload-area.ts'
import type { Uploads } from '../../datasets/uploads/uploads.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { RunRecords } from '../runs/run-repository.ts'
import { createExtractions, type Extractions } from './extractions.ts'
import { createSelections } from './selections.ts'

export interface VideoAreaNeeds {
  records: RunRecords
  uploads: UploadArea
  storage: StorageArea
  datasets: DatasetArea
  directories: DirectoryArea
  images: ImageArea
  jobs: JobsArea
}

const videoHandlers = (
  uploads: Uploads,
  resolveMedia: ResolveMedia,
  engine: Engine,
  extractions: Extractions,
): GroupHandlers<'video'> => ({
  uploadUrl: async ({ caller, body, origin }) => {
    const { url, handle } = await uploads.place(caller, body.filename, body.content_type, origin)
    return { upload_url: url, store_path: handle, store_uri: handle }
  },
  probe: async ({ caller, body }) => {
    const file = await resolveMedia(body.store_path, caller)
    if (!file) throw new ApiError('not_found', message('video.upload_missing'))
    const probed = await engine.probe({ path: await file.localFile(), name: file.name })
    if (!probed.ok) throw new ApiError('video_unreadable', probed.error)
    return videoMetadata(probed.value)
  },
  extractFrames: ({ caller, body }) => extractions.start(caller, body),
  extraction: ({ caller, params }) => extractions.get(caller, params.job_id),
})

/** @throws ApiError video_unreadable for a still image, which has no duration. */
function videoMetadata(media: MediaSummary): VideoMetadata {
  const { duration_seconds, frame_count } = media
  if (duration_seconds === null || frame_count === null) {
    throw new ApiError('video_unreadable', message('video.is_an_image'))
  }
  const native_fps = media.native_fps ?? (duration_seconds > 0 ? frame_count / duration_seconds : 0)
  return { duration_seconds, native_fps, width: media.width, height: media.height, frame_count }
}

export interface VideoArea extends Area {
  handlers: Pick<Handlers, 'video'>
}

export function createVideoArea(services: PlatformServices, needs: VideoAreaNeeds): VideoArea {
  const { uploads, resolveMedia } = needs.uploads
  const extractions = createExtractions({
    ...services,
    uploads,
    resolveMedia,
    selections: createSelections(needs.records),
    datasets: needs.datasets.datasets,
    directories: needs.directories.directories,
    images: needs.images.images,
    jobs: needs.jobs.jobs,
    tmpDir: services.folders.tmp,
    releaseUpload: needs.storage.reclaim.releaseUpload,
  })
  return {
    handlers: { video: videoHandlers(uploads, resolveMedia, services.engine, extractions) },
  }
}
