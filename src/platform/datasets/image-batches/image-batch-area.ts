/** Changes of many images at once. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import type { DirectoryArea } from '../directories/directory-area.ts'
import type { StorageArea } from '../storage/storage-area.ts'
import { createImageBatches, type ImageBatches } from './image-batches.ts'

export interface ImageBatchAreaNeeds {
  datasets: DatasetArea
  derivations: DerivationArea
  directories: DirectoryArea
  storage: StorageArea
}

export interface ImageBatchArea extends Area {
  batches: ImageBatches
  handlers: Pick<Handlers, 'imageBatches'>
}

export function createImageBatchArea(services: PlatformServices, needs: ImageBatchAreaNeeds): ImageBatchArea {
  const batches = createImageBatches({
    ...services,
    datasets: needs.datasets.datasets,
    directories: needs.directories.directories,
    arrivals: needs.derivations.arrivals,
    free: needs.storage.reclaim.free,
  })
  return {
    batches,
    handlers: {
      imageBatches: {
        move: ({ caller, body }) => batches.move(caller, body),
        copy: ({ caller, body }) => batches.copy(caller, body),
        delete: ({ caller, body }) => batches.delete(caller, body),
        update: ({ caller, body }) => batches.update(caller, body),
      },
    },
  }
}
