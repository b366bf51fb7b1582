/** The vectors that a model has made of images. */
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import type { Database } from '../../db/database.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import type { VectorSpace } from '../vectors/vector-space.ts'

/** Digits of the model's hash in the names of indexes. */
const DIGITS_OF_MODEL = 12

/** @param length bytes of a vector of the model */
export function embeddingSpace(db: Database, { sha256 }: Pick<Embedder, 'sha256'>, length: number): VectorSpace {
  const mark = sha256.slice(0, DIGITS_OF_MODEL)
  const rowsOf = (datasetId: string) =>
    db.selectFrom('image_embeddings').where('dataset_id', '=', datasetId).where('model', '=', sha256)
  return {
    length,
    nameOf: (datasetId) => `${datasetId}+${mark}`,
    datasetOf(name) {
      const [datasetId = '', of] = name.split('+')
      return of === mark ? datasetId : ''
    },
    async size(datasetId) {
      const counted = rowsOf(datasetId).select((e) => e.fn.countAll<number>().as('n'))
      return Number((await counted.executeTakeFirstOrThrow()).n)
    },
    async rowsAfter(datasetId, after, limit) {
      const rows = await rowsOf(datasetId)
        .select(['made_id', 'content_key', 'vector'])
        .where('made_id', '>', after)
        .orderBy('made_id')
        .limit(limit)
        .execute()
      return rows.map(({ made_id, content_key, vector }) => ({
        mark: made_id,
        key: content_key,
        vector: vector === null ? null : descriptorOf(vector),
      }))
    },
  }
}
