/**
 * Finds images of a data set by a description, or by the subject of an image: the index names candidates, whose similarities
 * are computed from the rows.
 */

import type { QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { SimilarImage, search } from '../../../shared/api/search.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import { FOUND_COLUMNS, type FoundRow, similarImages } from '../tags/found-images.ts'
import { cosine } from '../vectors/cosine.ts'
import type { VectorIndex } from '../vectors/vector-index.ts'

export interface DescribedImages {
  /** The best match first. @throws ApiError not_found, model_not_installed, model_unreadable, server_busy */
  find(caller: Caller, query: QueryOf<typeof search.byText>): Promise<SimilarImage[]>
  /** Other images of the data set with such a subject. @throws ApiError not_found for one that was not read yet, and as above */
  like(
    image: Pick<ImageRow, 'id' | 'dataset_id' | 'filename'>,
    wanted: { threshold: number; limit: number },
  ): Promise<SimilarImage[]>
}

export interface DescribedImagesOptions {
  db: Database
  datasets: Datasets
  engine: Pick<Engine, 'embed'>
  /** Null without an installed model. */
  embedder(): Promise<Embedder | null>
  /** The index of vectors of a model. */
  indexOf(embedder: Embedder, length: number): Promise<VectorIndex>
}

type Found = FoundRow & { similarity: number }

/** Candidates for each image that is wanted: some may be archived. */
const CANDIDATES = 3
const AT_LEAST = 50
const ROWS_AT_ONCE = 500

export function createDescribedImages(options: DescribedImagesOptions): DescribedImages {
  const { db, datasets, engine, embedder, indexOf } = options

  const rowsOf = (datasetId: string, model: Embedder) =>
    db
      .selectFrom('image_embeddings as e')
      .innerJoin('images as i', 'i.id', 'e.image_id')
      .where('e.dataset_id', '=', datasetId)
      .where('e.model', '=', model.sha256)
      .where('e.vector', 'is not', null)

  async function nearest(datasetId: string, model: Embedder, wanted: Int8Array, limit: number): Promise<Found[]> {
    const index = await indexOf(model, wanted.length)
    const [candidates = []] = await index.search(datasetId, [wanted], CANDIDATES * limit + AT_LEAST)
    const keys = candidates.map(({ key }) => key)
    const found: Found[] = []
    for (const some of batchesOf(keys, ROWS_AT_ONCE)) {
      const rows = await rowsOf(datasetId, model)
        .select([...FOUND_COLUMNS, 'e.vector'])
        .where('e.content_key', 'in', some)
        .where('i.is_archived', '=', 0)
        .execute()
      for (const { vector, ...row } of rows) {
        found.push({ ...row, similarity: cosine(wanted, descriptorOf(vector as string)) })
      }
    }
    return found.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
  }

  return {
    async find(caller, { text, dataset_name, limit }) {
      const dataset = await datasets.rowOf(caller, dataset_name)
      const model = await embedder()
      if (!model?.hasText) throw new ApiError('model_not_installed', message('embedder.none'))
      const { folder: path, name } = model
      const embedded = await engine.embed({ kind: 'text', embedder: model, path, name, text })
      if (!embedded.ok) throw new ApiError('model_unreadable', embedded.error)
      const found = await nearest(dataset.id, model, Int8Array.from(embedded.value.vector), limit)
      return similarImages(db, found.slice(0, limit))
    },
    async like(image, { threshold, limit }) {
      const model = await embedder()
      if (!model) throw new ApiError('model_not_installed', message('embedder.none'))
      const row = await rowsOf(image.dataset_id, model)
        .select('e.vector')
        .where('i.id', '=', image.id)
        .executeTakeFirst()
      if (!row) throw new ApiError('not_found', message('embedder.unread', { name: image.filename }))
      const found = await nearest(image.dataset_id, model, descriptorOf(row.vector as string), limit + 1)
      const others = found.filter(({ id, similarity }) => id !== image.id && similarity >= threshold)
      return similarImages(db, others.slice(0, limit))
    },
  }
}
