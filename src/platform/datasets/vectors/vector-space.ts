/** The vectors of a kind that images have, of which each data set has an index. */

import { DESCRIPTOR_LENGTH, DESCRIPTOR_MODEL } from '../../../shared/engine-contract/derivation.ts'
import type { Database } from '../../db/database.ts'
import { descriptorOf } from '../derivations/image-contents.ts'

export interface VectorRow {
  /** Rises in the order in which images were completed. */
  mark: string
  /** 16 hexadecimal digits. */
  key: string
  /** Null for an image without one. */
  vector: Int8Array | null
}

export interface VectorSpace {
  /** Bytes of a vector. */
  length: number
  /** The name of the index of a data set, and of its files. */
  nameOf(datasetId: string): string
  /** The data set of a name; empty for an index that belongs to another space, and is removed. */
  datasetOf(name: string): string
  /** Images of a data set that are completed. */
  size(datasetId: string): Promise<number>
  /** The first `limit` images that were completed behind a mark. */
  rowsAfter(datasetId: string, mark: string, limit: number): Promise<VectorRow[]>
}

/** The descriptors that every image has. */
export function layoutSpace(db: Database): VectorSpace {
  return {
    length: DESCRIPTOR_LENGTH,
    nameOf: (datasetId) => datasetId,
    datasetOf: (name) => name,
    async size(datasetId) {
      const made = db.selectFrom('image_derivations').where('dataset_id', '=', datasetId).where('state', '=', 'made')
      return Number((await made.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
    },
    async rowsAfter(datasetId, mark, limit) {
      const rows = await db
        .selectFrom('image_derivations as d')
        .innerJoin('images as i', 'i.id', 'd.image_id')
        .innerJoin('image_contents as c', 'c.sha256', 'i.sha256')
        .select(['d.made_id', 'd.content_key', 'c.descriptor', 'c.model'])
        .where('d.dataset_id', '=', datasetId)
        .where('d.state', '=', 'made')
        .where('d.made_id', '>', mark)
        .orderBy('d.made_id')
        .limit(limit)
        .execute()
      return rows.map(({ made_id, content_key, descriptor, model }) => ({
        mark: made_id as string,
        key: content_key,
        vector: descriptor !== null && model === DESCRIPTOR_MODEL ? descriptorOf(descriptor) : null,
      }))
    },
  }
}
