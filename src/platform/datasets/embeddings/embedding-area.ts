/** Searches of images by their subject, with an installed model. */
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import { createVectorIndex, type VectorIndex } from '../vectors/vector-index.ts'
import { createDescribedImages, type DescribedImages } from './described-images.ts'
import { embeddingJob } from './embedding-job.ts'
import { createEmbeddings, embeddingSpace, findEmbedder } from './embeddings.ts'
import { createVocabulary } from './vocabulary-vectors.ts'

export interface EmbeddingAreaNeeds {
  datasets: DatasetArea
  derivations: DerivationArea
  jobs: JobsArea
}

export interface EmbeddingArea extends Area {
  described: DescribedImages
  handlers: Pick<Handlers, 'embeddings'>
}

export function createEmbeddingArea(services: PlatformServices, needs: EmbeddingAreaNeeds): EmbeddingArea {
  const { db, folders, log } = services
  const { jobs } = needs.jobs
  const { datasets } = needs.datasets
  const embedder = () => findEmbedder(folders.embedder)
  let held: { key: string; index: VectorIndex } | null = null
  // One index is open: a machine has one model.
  const indexOf = async (model: Embedder, length: number): Promise<VectorIndex> => {
    const key = `${model.sha256} ${length}`
    if (held?.key === key) return held.index
    const before = held
    held = { key, index: createVectorIndex(db, folders.embeddingVectors, log, embeddingSpace(db, model, length)) }
    const { index } = held
    await before?.index.close()
    return index
  }
  const embeddings = createEmbeddings({ db, datasets, jobs, embedder })
  jobs.register(
    embeddingJob({
      ...services,
      embedder,
      vocabulary: createVocabulary(services.engine),
      completed: embeddings.arrived,
    }),
  )
  needs.derivations.onCompleted(embeddings.arrived)
  const sweep = async () => void (await held?.index.sweep())
  const sweeping = createHourly('The removal of search indexes of deleted data sets', sweep, log)
  return {
    described: createDescribedImages({ ...services, datasets, embedder, indexOf }),
    handlers: {
      embeddings: {
        get: ({ caller, params }) => embeddings.get(caller, params.dataset),
        start: ({ caller, params }) => embeddings.start(caller, params.dataset),
      },
    },
    listening: sweeping.start,
    async close() {
      await sweeping.close()
      await held?.index.close()
    },
  }
}
