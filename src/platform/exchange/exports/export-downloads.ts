/** The archive of an export as a download: a URL that needs no key, and its file. */
import type { QueryOf } from '../../../shared/api/endpoint.ts'
import { pathOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type ExportDownload, exports } from '../../../shared/api/exports.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { StoredFile } from '../../http/handler.ts'
import { isSignedBy, SIGNED_FOR_S, sign } from '../../http/signed-url.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { ExportRepository } from './export-repository.ts'

export interface ExportDownloads {
  /** `origin` is the scheme, host and port of the server. @throws ApiError not_found, wrong_state */
  place(caller: Caller, id: string, origin: string): Promise<ExportDownload>
  /** The file behind a URL of `place`. @throws ApiError invalid_signature, not_found */
  open(exportId: string, query: QueryOf<typeof exports.archive>): Promise<StoredFile>
}

export interface ExportDownloadsOptions {
  repository: ExportRepository
  blobs: BlobStore
  secret: string
  now: () => Date
}

export function createExportDownloads({ repository, blobs, secret, now }: ExportDownloadsOptions): ExportDownloads {
  return {
    async place(caller, id, origin) {
      const row = await repository.find(caller.organizationId, id)
      if (!row) throw new ApiError('not_found', message('export.missing', { id }))
      if (row.status !== 'completed') {
        throw new ApiError('wrong_state', message('export.not_completed', { name: row.name, status: row.status }))
      }
      const expires = Math.floor(now().getTime() / 1000) + SIGNED_FOR_S
      const signature = sign(secret, { exportId: row.id, expires })
      const download_url = `${origin}${pathOf(exports.archive, { export_id: row.id })}?expires=${expires}&signature=${signature}`
      return { data: { download_url, expires_in_minutes: SIGNED_FOR_S / 60, filename: filenameOf(row) } }
    },
    async open(exportId, { expires, signature }) {
      if (!isSignedBy(secret, { exportId, expires }, signature)) {
        throw new ApiError('invalid_signature', message('model.download_signature'))
      }
      if (expires * 1000 <= now().getTime()) throw new ApiError('invalid_signature', message('model.download_expired'))
      const row = await repository.byId(exportId)
      if (row?.status !== 'completed' || row.archive_sha256 === null) {
        throw new ApiError('not_found', message('export.deleted'))
      }
      const { archive_sha256: etag } = row
      return { path: await blobs.localFile(etag), name: filenameOf(row), mediaType: 'application/zip', etag }
    },
  }
}

const filenameOf = ({ name, format }: DatasetExportRow): string =>
  `${name.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')}-${format}.zip`
