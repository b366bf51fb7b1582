/** Streams a page's uploads to the platform without buffering them. */
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { UploadPurpose } from '../shared/bridge/studio.ts'
import { UNKNOWN_TYPE } from '../shared/domain/media-type.ts'
import { message } from '../shared/messages/message.ts'
import type { Platform } from './platform.ts'

export interface Uploads {
  /** Stores the body of a request on the platform. Throws a `BridgeFailure` for a request without one. */
  store(purpose: UploadPurpose, filename: string, request: Request): Promise<{ uri: string; sizeBytes: number }>
}

export function createUploads(platform: Platform): Uploads {
  return {
    async store(purpose, filename, request) {
      if (!request.body) throw new BridgeFailure({ code: 'malformed_request', message: message('host.upload_empty') })
      const stream = request.body
      const length = request.headers.get('content-length')
      // The type of a file is detected from its bytes once they are stored.
      const contentType = UNKNOWN_TYPE
      const body = { filename, content_type: contentType }
      const target = await platform.use(async (client) => {
        const { workflows, models, images, imports } = client
        const { uploadUrl } = { source: workflows, model: models, image: images, dataset: imports }[purpose]
        return { ...(await uploadUrl({ body })), client }
      })
      let sizeBytes = 0
      await target.client.upload(
        target,
        { stream, ...(length === null ? {} : { sizeBytes: Number(length) }) },
        {
          contentType,
          signal: request.signal,
          onProgress: (sent) => {
            sizeBytes = sent
          },
        },
      )
      return { uri: target.gcs_uri, sizeBytes }
    },
  }
}
