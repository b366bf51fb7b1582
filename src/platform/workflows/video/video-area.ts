/** Videos: probes them, and extracts their frames as images of data sets. */

import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { DirectoryArea } from '../../datasets/directories/directory-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { StorageArea } from '../../datasets/storage/storage-area.ts'
import type { UploadArea } from '../../datasets/uploads/upload-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { RunRecords } from '../runs/run-records.ts'
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
    releaseUpload: needs.storage.reclaim.releaseUpload,
  })
  return {
    handlers: { video: videoHandlers(uploads, resolveMedia, services.engine, extractions) },
  }
}
