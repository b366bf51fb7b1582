/** The weights of a model as a download: a URL that needs no key, and its file. */
import { DEVELOPER_PREFIX, type QueryOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { ModelDownload, models } from '../../shared/api/models.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { ModelRow } from '../db/tables.ts'
import type { StoredFile } from '../http/handler.ts'
import { isSignedBy, SIGNED_FOR_S, type SignedDownload, sign } from '../http/signed-url.ts'
import type { ModelRepository } from './model-repository.ts'

export interface ModelWeights {
  /**
   * `origin` is the scheme, host and port of the server.
   * @throws ApiError not_found for the model and for a format or precision that does not exist, wrong_state,
   * invalid_field
   */
  place(
    organizationId: string,
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
    async place(organizationId, nameOrId, { format, precision, target }, origin) {
      if (format === 'engine' && target === undefined) {
        const message = 'is required for engine: the GPU architecture'
        throw new ApiError('invalid_field', `The target ${message}.`, [{ field: '/target', message }])
      }
      const row = await repository.find(organizationId, nameOrId)
      if (!row) throw new ApiError('not_found', `There is no model “${nameOrId}”.`)
      requireReady(row)
      if (format !== 'onnx') {
        throw new ApiError('not_found', `“${row.name}” is not published as ${format}. It can be downloaded as onnx.`)
      }
      if (precision !== undefined && precision !== row.precision) {
        throw new ApiError('not_found', `“${row.name}” is not built in ${precision}. It is there in ${row.precision}.`)
      }
      const filename = `${row.name}.onnx`
      const expires = Math.floor(now().getTime() / 1000) + SIGNED_FOR_S
      const signature = sign(secret, { modelId: row.id, filename, expires })
      const path = `${DEVELOPER_PREFIX}/downloads/${row.id}/${encodeURIComponent(filename)}`
      const download_url = `${origin}${path}?expires=${expires}&signature=${signature}`
      const expires_in_minutes = SIGNED_FOR_S / 60
      return { data: { download_url, expires_in_minutes, filename, format, precision: row.precision } }
    },

    async open(download, signature) {
      if (!isSignedBy(secret, download, signature)) {
        throw new ApiError('invalid_signature', 'The signature does not fit this download. Ask for a new URL.')
      }
      if (download.expires * 1000 <= now().getTime()) {
        throw new ApiError('invalid_signature', 'This download URL has expired. Ask for a new one.')
      }
      const row = await repository.byId(download.modelId)
      if (!row) throw new ApiError('not_found', 'This model has been deleted.')
      return {
        path: blobs.pathOf(row.file_sha256),
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
  throw new ApiError('wrong_state', `“${row.name}” is ${row.status}. Only a ready model has weights.`)
}
