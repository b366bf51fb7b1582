/** The weights of a model as a download: a URL that needs no key, and its file. */

import { pathOf, type QueryOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { ModelDownload, models } from '../../shared/api/models.ts'
import { uploads } from '../../shared/api/video.ts'
import { message, saidOf } from '../../shared/messages/message.ts'
import type { ModelRow } from '../db/schema/models.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { StoredFile } from '../http/handler.ts'
import { isSignedBy, SIGNED_FOR_S, type SignedDownload, sign } from '../http/signed-url.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { ModelRepository } from './model-repository.ts'

export interface ModelWeights {
  /**
   * `origin` is the scheme, host and port of the server.
   * @throws ApiError not_found for the model and for a format or precision that does not exist, wrong_state,
   * invalid_field
   */
  place(
    caller: Caller,
    nameOrId: string,
    query: QueryOf<typeof models.download>,
    origin: string,
  ): Promise<ModelDownload>
  /** The file behind a URL of `place`. @throws ApiError invalid_signature, not_found */
  open(download: SignedDownload, signature: string): Promise<StoredFile>
}

export interface ModelWeightsOptions {
  repository: ModelRepository
  blobs: BlobStore
  secret: string
  now: () => Date
}

export function createModelWeights({ repository, blobs, secret, now }: ModelWeightsOptions): ModelWeights {
  return {
    async place(caller, nameOrId, { format, precision, target }, origin) {
      if (format === 'engine' && target === undefined) {
        const problem = message('invalid.target_required')
        throw new ApiError('invalid_field', message('invalid.target', { problem }), [
          { field: '/target', ...saidOf(problem) },
        ])
      }
      const row = await repository.find(caller.organizationId, nameOrId)
      if (!row) throw new ApiError('not_found', message('model.missing', { name: nameOrId }))
      requireReady(row)
      if (format !== 'onnx') {
        throw new ApiError('not_found', message('model.other_format', { name: row.name, format }))
      }
      if (precision !== undefined && precision !== row.precision) {
        throw new ApiError(
          'not_found',
          message('model.other_precision', { name: row.name, precision, own: row.precision }),
        )
      }
      const filename = `${row.name}.onnx`
      const expires = Math.floor(now().getTime() / 1000) + SIGNED_FOR_S
      const signature = sign(secret, { modelId: row.id, filename, expires })
      const path = pathOf(uploads.download, { model: row.id, filename })
      const download_url = `${origin}${path}?expires=${expires}&signature=${signature}`
      const expires_in_minutes = SIGNED_FOR_S / 60
      return { data: { download_url, expires_in_minutes, filename, format, precision: row.precision } }
    },

    async open(download, signature) {
      if (!isSignedBy(secret, download, signature)) {
        throw new ApiError('invalid_signature', message('model.download_signature'))
      }
      if (download.expires * 1000 <= now().getTime()) {
        throw new ApiError('invalid_signature', message('model.download_expired'))
      }
      const row = await repository.byId(download.modelId)
      if (!row) throw new ApiError('not_found', message('model.deleted'))
      return {
        path: await blobs.localFile(row.file_sha256),
        name: download.filename,
        mediaType: 'application/octet-stream',
        etag: row.file_sha256,
      }
    },
  }
}

/** @throws ApiError wrong_state for a model without finished weights. */
export function requireReady(row: ModelRow): void {
  if (row.status === 'ready') return
  throw new ApiError('wrong_state', message('model.not_ready', { name: row.name, status: row.status }))
}
