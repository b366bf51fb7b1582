/** Content tags of images: stored by where they come from, and read by image. */

import { batchesOf } from '../../../shared/domain/batches.ts'
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import { type Database, insertMany } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { ImageTagRow } from '../../db/schema/image-contents.ts'
import type { Tx } from '../../work/jobs/job.ts'
import { objectOf, TAG_CATEGORIES } from './vocabularies.ts'

export type TagSource = ImageTagRow['source']
type TaggedRow = Pick<ImageRow, 'id' | 'organization_id' | 'dataset_id'>

/** Each with its category, such as `attributes:dark`. */
export const tagsOf = (tags: AutoTags): string[] =>
  TAG_CATEGORIES.flatMap((category) => [...new Set(tags[category])].map((name) => `${category}:${name}`))

/** Replaces the tags that images have from a source. A tag that an image has from two sources counts as of the later one. */
export async function replaceTags(
  tx: Tx,
  source: TagSource,
  images: readonly { image: TaggedRow; tags: AutoTags }[],
): Promise<void> {
  for (const some of batchesOf(images, MOST_IMAGES)) {
    const ids = some.map(({ image }) => image.id)
    await tx.deleteFrom('image_tags').where('image_id', 'in', ids).where('source', '=', source).execute()
    const rows = some.flatMap(({ image: { id: image_id, organization_id, dataset_id }, tags }) =>
      tagsOf(tags).map((tag): ImageTagRow => ({ image_id, tag, source, organization_id, dataset_id })),
    )
    await insertMany(tx, 'image_tags', rows, { key: ['image_id', 'tag'], set: ['source'] })
  }
}

const MOST_IMAGES = 500

/** Tags an image with the objects of the vocabulary that a detector has found on it. */
export async function tagObjects(tx: Tx, imageId: string, classNames: readonly string[]): Promise<void> {
  const columns = ['id', 'organization_id', 'dataset_id'] as const
  const image = await tx.selectFrom('images').select(columns).where('id', '=', imageId).executeTakeFirst()
  if (!image) return
  const objects = classNames.map(objectOf).filter((object) => object !== null)
  await replaceTags(tx, 'detector', [{ image, tags: { objects, scenes: [], attributes: [] } }])
}

/** The tags of images, by id; those without tags have empty lists. */
export async function tagsOfImages(
  db: Pick<Database, 'selectFrom'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AutoTags>> {
  const found = new Map(ids.map((id): [string, AutoTags] => [id, { objects: [], scenes: [], attributes: [] }]))
  for (const some of batchesOf(ids, MOST_IMAGES)) {
    const query = db.selectFrom('image_tags').select(['image_id', 'tag']).where('image_id', 'in', some)
    for (const { image_id, tag } of await query.orderBy('tag').execute()) {
      const category = TAG_CATEGORIES.find((name) => tag.startsWith(`${name}:`))
      if (category) found.get(image_id)?.[category].push(tag.slice(category.length + 1))
    }
  }
  return found
}
