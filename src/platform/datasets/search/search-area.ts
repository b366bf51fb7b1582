/** Search for images: similar ones, those with tags, and near-duplicates. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import type { EmbeddingArea } from '../embeddings/embedding-area.ts'
import type { ImageArea } from '../images/image-area.ts'
import { createVectorIndex } from '../vectors/vector-index.ts'
import { nearDuplicateJob } from './near-duplicate-job.ts'
import { createNearDuplicates } from './near-duplicates.ts'
import { createSimilarImages } from './similar-images.ts'
import { createTaggedImages } from './tagged-images.ts'

export interface SearchAreaNeeds {
  embeddings: EmbeddingArea
  datasets: DatasetArea
  derivations: DerivationArea
  images: ImageArea
  jobs: JobsArea
}

export interface SearchArea extends Area {
  handlers: Pick<Handlers, 'search' | 'nearDuplicates'>
}

export function createSearchArea(services: PlatformServices, needs: SearchAreaNeeds): SearchArea {
  const { db, folders, log, now } = services
  const { datasets } = needs.datasets
  const { jobs } = needs.jobs
  const index = createVectorIndex(db, folders.vectors, log)
  const { deriveContent } = needs.derivations
  const { described } = needs.embeddings
  const similar = createSimilarImages({ db, byId: needs.images.images.byId, deriveContent, index, described })
  const tagged = createTaggedImages(db, datasets)
  const nearDuplicates = createNearDuplicates({ db, datasets, jobs, now })
  jobs.register(nearDuplicateJob({ db, index, now }))
  // A large data set is indexed as its images arrive, so that no search waits for all of them.
  needs.derivations.onCompleted(async (datasetId) => {
    const made = db.selectFrom('image_derivations').select('image_id').where('dataset_id', '=', datasetId)
    const isLarge = await made.where('state', '=', 'made').offset(INDEXED_FROM).limit(1).executeTakeFirst()
    if (isLarge) await index.refresh(datasetId)
  })
  const sweeping = createHourly('The removal of search indexes of deleted data sets', index.sweep, log)
  return {
    handlers: {
      search: {
        similar: ({ caller, query }) => similar.find(caller, query),
        byText: ({ caller, query }) => described.find(caller, query),
        byTags: ({ caller, query }) => tagged.find(caller, query),
      },
      nearDuplicates: {
        start: ({ caller, params, body }) =>
          nearDuplicates.start(caller, params.dataset, body.threshold ?? DEFAULT_THRESHOLD),
        get: ({ caller, params }) => nearDuplicates.get(caller, params.dataset),
        groups: ({ caller, params, query }) => nearDuplicates.groups(caller, params.dataset, query),
      },
    },
    listening: sweeping.start,
    async close() {
      await sweeping.close()
      await index.close()
    },
  }
}

/** Images of a data set from which it is indexed before anybody searches. */
const INDEXED_FROM = 10_000
/** That of the declaration, for callers beside HTTP. */
const DEFAULT_THRESHOLD = 0.97
