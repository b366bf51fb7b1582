import { ApiError } from '../../../shared/api/errors.ts'
import type { VideoMetadata } from '../../../shared/api/video.ts'
import type { MediaSummary } from '../../../shared/domain/run.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import type { Uploads } from '../../datasets/uploads/uploads.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import type { Extractions } from './extractions.ts'

export const videoHandlers = (
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
