import type { ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import { uploadTarget } from '../uploads/upload-target.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { imageOf } from './image-record.ts'
import type { Images } from './images.ts'

export const imageHandlers = (images: Images, uploads: Uploads): GroupHandlers<'images'> => ({
  find: async ({ caller, query, origin }) => imageOf(await images.find(caller, query.dataset, query.filename), origin),
  async uploadUrl(request) {
    await images.requireRoom(request.caller)
    return uploadTarget(uploads)(request)
  },
  import: async ({ caller, body, origin }) => imageOf(await images.import(caller, body), origin),
  thumbnail: ({ caller, params, query }) => images.openThumbnail(caller, params.image_id, query.size as ThumbnailSize),
  content: ({ caller, params }) => images.open(caller, params.image_id),
})
