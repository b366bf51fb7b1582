import { mediaTypeOf } from '../../../disk/media-type.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { GroupHandlers, StoredFile } from '../../http/handler.ts'
import type { SignedDownload } from '../../http/signed-url.ts'
import type { ResolveMedia } from './media-handles.ts'
import type { Uploads } from './uploads.ts'

/** The file behind a signed URL. @throws ApiError invalid_signature, not_found */
export type OpenDownload = (download: SignedDownload, signature: string) => Promise<StoredFile>

export const uploadHandlers = (
  uploads: Uploads,
  resolveMedia: ResolveMedia,
  openDownload: OpenDownload,
): GroupHandlers<'uploads'> => ({
  put: async ({ params, query, bytes, header }) => {
    const length = header('content-length')
    await uploads.receive(
      {
        uploadId: params.upload_id,
        filename: params.filename,
        contentType: header('content-type') ?? '',
        expires: query.expires,
      },
      query.signature,
      bytes,
      length === undefined ? null : Number(length),
    )
  },
  download: ({ params, query }) =>
    openDownload({ modelId: params.model, filename: params.filename, expires: query.expires }, query.signature),
  content: async ({ caller, query }) => {
    const file = await resolveMedia(query.uri, caller)
    if (!file) throw new ApiError('not_found', message('upload.missing'))
    const path = await file.localFile()
    return { path, name: file.name, mediaType: await mediaTypeOf(path), etag: null }
  },
})
