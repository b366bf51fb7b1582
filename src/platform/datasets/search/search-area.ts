/** Search for images: similar ones, those with tags, and near-duplicates. */
import type { QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { search, TaggedImage } from '../../../shared/api/search.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { Datasets } from '../datasets.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import type { EmbeddingArea } from '../embeddings/embedding-area.ts'
import type { ImageArea } from '../images/image-area.ts'
import { FOUND_COLUMNS, taggedImages } from '../tags/found-images.ts'
import { tagsOf } from '../tags/image-tags.ts'
import { createVectorIndex } from '../vectors/vector-index.ts'
import { nearDuplicateJob } from './near-duplicate-job.ts'
import { createNearDuplicates } from './near-duplicates.ts'
import { createSimilarImages } from './similar-images.ts'

export interface SearchAreaNeeds {
  embeddings: EmbeddingArea
  datasets: DatasetArea
  derivations: DerivationArea
  images: ImageArea
  jobs: JobsArea
}

interface TaggedImages {
  /** The newest first. @throws ApiError no_tags, not_found for the data set */
  find(caller: Caller, query: QueryOf<typeof search.byTags>): Promise<TaggedImage[]>
}

/** Images that have all of some tags. */
function createTaggedImages(db: Database, datasets: Datasets): TaggedImages {
  return {
    async find(caller, { objects = [], scenes = [], attributes = [], dataset_name, ...page }) {
      const [first, ...others] = tagsOf({ objects, scenes, attributes })
      if (first === undefined) throw new ApiError('no_tags', message('search.no_tags'))
      const dataset = dataset_name === undefined ? null : await datasets.rowOf(caller, dataset_name)
      let query = db
        .selectFrom('image_tags as t')
        .innerJoin('images as i', 'i.id', 't.image_id')
        .innerJoin('datasets as s', 's.id', 'i.dataset_id')
        .select(FOUND_COLUMNS)
        .where('t.tag', '=', first)
        .where('i.is_archived', '=', 0)
        .where('s.deleted_at', 'is', null)
      query = dataset
        ? query.where('t.dataset_id', '=', dataset.id)
        : query.where('t.organization_id', '=', caller.organizationId)
      for (const tag of others) {
        query = query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('image_tags as o')
              .select('o.tag')
              .whereRef('o.image_id', '=', 't.image_id')
              .where('o.tag', '=', tag),
          ),
        )
      }
      const rows = await query.orderBy('t.image_id', 'desc').limit(page.limit).offset(page.offset).execute()
      return taggedImages(db, rows)
    },
  }
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
