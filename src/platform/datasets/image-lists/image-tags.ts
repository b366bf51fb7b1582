/** The content tags that the images of a data set have. */
import { type ImageTagList, MAX_LISTED_TAGS } from '../../../shared/api/image-lists.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'

/** @throws ApiError not_found */
export type ListImageTags = (caller: Caller, dataset: string) => Promise<ImageTagList>

export function createImageTags(db: Database, datasets: Datasets): ListImageTags {
  return async (caller, dataset) => {
    const { id } = await datasets.rowOf(caller, dataset)
    const data: string[] = []
    // The index has the first tag behind another one at once; a list of distinct tags would read every image.
    for (let last = ''; data.length < MAX_LISTED_TAGS; ) {
      const next = await db
        .selectFrom('image_tags')
        .select('tag')
        .where('dataset_id', '=', id)
        .where('tag', '>', last)
        .orderBy('tag')
        .limit(1)
        .executeTakeFirst()
      if (!next) break
      data.push(next.tag)
      last = next.tag
    }
    return { data }
  }
}
