/** Images of data sets. */

import type { ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import { roomOf } from '../../accounts/quota/quota.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { DatasetArea, DatasetContents } from '../dataset-area.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import type { DirectoryArea } from '../directories/directory-area.ts'
import type { StorageArea } from '../storage/storage-area.ts'
import type { UploadArea } from '../uploads/upload-area.ts'
import { type Uploads, uploadTarget } from '../uploads/uploads.ts'
import { createDatasetRemoval } from './dataset-removal.ts'
import { imageOf } from './image-record.ts'
import { createImageRepository } from './image-repository.ts'
import { createImages, type Images } from './images.ts'

export interface ImageAreaNeeds {
  datasets: DatasetArea
  derivations: DerivationArea
  directories: DirectoryArea
  storage: StorageArea
  uploads: UploadArea
}

const imageHandlers = (images: Images, uploads: Uploads): GroupHandlers<'images'> => ({
  find: async ({ caller, query, origin }) => imageOf(await images.find(caller, query.dataset, query.filename), origin),
  async uploadUrl(request) {
    await images.requireRoom(request.caller)
    return uploadTarget(uploads)(request)
  },
  import: async ({ caller, body, origin }) => imageOf(await images.import(caller, body), origin),
  thumbnail: ({ caller, params, query }) => images.openThumbnail(caller, params.image_id, query.size as ThumbnailSize),
  content: ({ caller, params }) => images.open(caller, params.image_id),
})

export interface ImageArea extends Area {
  images: Images
  handlers: Pick<Handlers, 'images' | 'datasets'>
}

export function createImageArea(services: PlatformServices, needs: ImageAreaNeeds): ImageArea {
  const { uploads, resolveMedia } = needs.uploads
  const { arrivals, deriveContent, readImages } = needs.derivations
  const repository = createImageRepository(services.db, arrivals)
  const datasetRepository = needs.datasets.repository
  const removal = createDatasetRemoval({
    ...services,
    repository,
    datasetRepository,
    free: needs.storage.reclaim.free,
  })
  const images = createImages({
    ...services,
    repository,
    datasetRepository,
    datasets: needs.datasets.datasets,
    directories: needs.directories.directories,
    removal,
    arrivals,
    deriveContent,
    readImages,
    contents: needs.derivations.contents,
    uploads,
    roomOf: (organizationId) => roomOf(services.db, organizationId),
    resolveMedia,
  })
  const contents: DatasetContents = {
    async listImages(datasetId, page, origin) {
      const rows = await images.list(datasetId, page)
      return rows.map((row) => imageOf(row, origin))
    },
    deleteDataset: images.deleteDataset,
  }
  return {
    images,
    handlers: { images: imageHandlers(images, uploads), datasets: needs.datasets.serveWith(contents) },
    start: removal.resume,
    close: removal.close,
  }
}
