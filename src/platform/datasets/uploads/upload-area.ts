/** Uploads, and the handles of media: of uploads, of bundled files, and of local files where they are allowed. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createFolderResolver, type ResolveFolder } from './local-folder.ts'
import { createMediaResolver, type ResolveMedia } from './media-handles.ts'
import { type OpenDownload, uploadHandlers } from './upload-handlers.ts'
import { createUploads, type Uploads } from './uploads.ts'

const DEFAULT_MAX_BYTES = 64 * 1024 ** 3

export interface UploadAreaOptions {
  /** True when callers may name files of this machine by `file://` URLs. */
  allowLocalFiles: boolean
  maxBytes: number | undefined
}

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
