/** Videos: probes them, and extracts their frames as images of data sets. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { DirectoryArea } from '../directories/directory-area.ts'
import type { Handlers } from '../http/handler.ts'
import type { ImageArea } from '../images/image-area.ts'
import type { JobsArea } from '../jobs/jobs-area.ts'
import type { RunRecords } from '../runs/run-records.ts'
import type { StorageArea } from '../storage/storage-area.ts'
import type { UploadArea } from '../uploads/upload-area.ts'
import { createExtractions } from './extractions.ts'
import { createSelections } from './selections.ts'
import { videoHandlers } from './video-handlers.ts'

export interface VideoAreaNeeds {
  records: RunRecords
  uploads: UploadArea
  storage: StorageArea
  datasets: DatasetArea
  directories: DirectoryArea
  images: ImageArea
  jobs: JobsArea
}

export interface VideoArea extends Area {
  handlers: Pick<Handlers, 'video'>
}

export function createVideoArea(services: PlatformServices, needs: VideoAreaNeeds): VideoArea {
  const { uploads, resolveMedia } = needs.uploads
  const extractions = createExtractions({
    ...services,
    uploads,
    resolveMedia,
    selections: createSelections(needs.records),
    datasets: needs.datasets.datasets,
    directories: needs.directories.directories,
    images: needs.images.images,
    jobs: needs.jobs.jobs,
    tmpDir: services.folders.tmp,
    release: needs.storage.reclaim.release,
  })
  return {
    handlers: { video: videoHandlers(uploads, resolveMedia, services.engine, extractions) },
  }
}
