/** What is derived from images when they arrive: thumbnails, descriptors and tags. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { derivationJob } from './derivation-job.ts'
import { createDeriveContent, type DeriveContent } from './derive-content.ts'
import { createImageContents, type ImageContents } from './image-contents.ts'
import { createReadImages, type ReadImages } from './read-images.ts'
import { createThumbnails } from './thumbnails.ts'

export interface DerivationAreaNeeds {
  jobs: JobsArea
  maxThumbnailBytes: number | undefined
}

export interface DerivationArea extends Area {
  handlers: Pick<Handlers, never>
  arrivals: Arrivals
  contents: ImageContents
  deriveContent: DeriveContent
  readImages: ReadImages
  /** Has a listener called for data sets of which images were completed. */
  onCompleted(listener: (datasetId: string) => Promise<void>): void
}

const DEFAULT_MAX_BYTES = 10 * 1024 ** 3

export function createDerivationArea(services: PlatformServices, needs: DerivationAreaNeeds): DerivationArea {
  const { db, folders, log } = services
  const { jobs } = needs.jobs
  const thumbnails = createThumbnails(folders.thumbnails, needs.maxThumbnailBytes ?? DEFAULT_MAX_BYTES)
  const contents = createImageContents(db, thumbnails)
  const deriveContent = createDeriveContent({ ...services, contents, thumbnails, tmpDir: folders.tmp })
  const readImages = createReadImages({ ...services, contents, thumbnails, tmpDir: folders.tmp })
  const arrivals = createArrivals(db, jobs)
  const listeners: ((datasetId: string) => Promise<void>)[] = []
  const completed = async (datasetId: string) => {
    for (const listener of listeners) await listener(datasetId)
  }
  jobs.register(derivationJob({ db, arrivals, deriveContent, completed }))
  const resuming = createHourly('The search for images without thumbnails', arrivals.resume, log)
  return {
    handlers: {},
    arrivals,
    contents,
    deriveContent,
    readImages,
    onCompleted: (listener) => void listeners.push(listener),
    listening: resuming.start,
    close: resuming.close,
  }
}
