/** Uploads, and the handles of media: of uploads, of bundled files, and of local files where they are allowed. */
import { mediaTypeOf } from '../../../disk/media-type.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers, StoredFile } from '../../http/handler.ts'
import type { SignedDownload } from '../../http/signed-url.ts'
import { createFolderResolver, type ResolveFolder } from './local-folder.ts'
import { createMediaResolver, type ResolveMedia } from './media-handles.ts'
import { createUploads, type Uploads } from './uploads.ts'

const DEFAULT_MAX_BYTES = 64 * 1024 ** 3

export interface UploadAreaOptions {
  /** True when callers may name files of this machine by `file://` URLs. */
  allowLocalFiles: boolean
  maxBytes: number | undefined
}

/** The file behind a signed URL. @throws ApiError invalid_signature, not_found */
type OpenDownload = (download: SignedDownload, signature: string) => Promise<StoredFile>

const uploadHandlers = (
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

export interface UploadArea extends Area {
  uploads: Uploads
  /** The largest upload. */
  maxBytes: number
  resolveMedia: ResolveMedia
  resolveFolder: ResolveFolder
  handlers: Record<never, never>
  /** Handlers of the uploads, given the files behind signed downloads. */
  serveWith(openDownload: OpenDownload): Handlers['uploads']
}

export function createUploadArea(services: PlatformServices, options: UploadAreaOptions): UploadArea {
  const { db, folders, resourcesDir } = services
  const { allowLocalFiles, maxBytes = DEFAULT_MAX_BYTES } = options
  const uploads = createUploads(db, { ...services, tmpDir: folders.tmp, maxBytes })
  const resolveMedia = createMediaResolver({ resourcesDir, allowLocalFiles, findUpload: uploads.find })
  return {
    uploads,
    maxBytes,
    resolveMedia,
    resolveFolder: createFolderResolver(allowLocalFiles),
    handlers: {},
    serveWith: (openDownload) => uploadHandlers(uploads, resolveMedia, openDownload),
  }
}
