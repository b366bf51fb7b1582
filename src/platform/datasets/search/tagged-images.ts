/** Images that have all of some tags. */
import type { QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { search, TaggedImage } from '../../../shared/api/search.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import { tagsOf } from '../derivations/derivation-job.ts'
import { FOUND_COLUMNS, taggedImage } from '../vectors/found-images.ts'

export interface TaggedImages {
  /** The newest first. @throws ApiError no_tags, not_found for the data set */
  find(caller: Caller, query: QueryOf<typeof search.byTags>): Promise<TaggedImage[]>
}

export function createTaggedImages(db: Database, datasets: Datasets): TaggedImages {
  return {
    async find(caller, { objects = [], scenes = [], attributes = [], dataset_name, ...page }) {
      const [first, ...others] = tagsOf({ objects, scenes, attributes })
      if (first === undefined) throw new ApiError('no_tags', message('search.no_tags'))
      const dataset = dataset_name === undefined ? null : await datasets.rowOf(caller, dataset_name)
      let query = db
        .selectFrom('image_tags as t')
        .innerJoin('images as i', 'i.id', 't.image_id')
        .innerJoin('datasets as s', 's.id', 'i.dataset_id')
        .leftJoin('image_contents as c', 'c.sha256', 'i.sha256')
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
      return rows.map(taggedImage)
    },
  }
}
