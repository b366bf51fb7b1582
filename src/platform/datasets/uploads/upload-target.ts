import type { GroupHandlers } from '../../http/handler.ts'
import type { Uploads } from './uploads.ts'

/** The handler of every call that creates an upload URL and returns an `UploadTarget`. */
export const uploadTarget =
  (uploads: Uploads): GroupHandlers<'workflows'>['uploadUrl'] & GroupHandlers<'models'>['uploadUrl'] =>
  async ({ caller, body, origin }) => {
    const { url, handle } = await uploads.place(caller, body.filename, body.content_type, origin)
    return { upload_url: url, gcs_uri: handle }
  }
