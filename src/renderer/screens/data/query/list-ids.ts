/** The ids of the images that a query matches, in order. */
import type { ImageIdList } from '../../../../shared/api/image-lists.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { filterOf, type ImageQuery, isFiltered } from './image-query.ts'

/** Images of one search. */
const MOST_SIMILAR = 500

export interface ListedIds extends ImageIdList {
  /** Of a query that compares with an image: the similarity of each other one by its id, at most 1. */
  similarity?: ReadonlyMap<string, number>
}

/** The image that others are compared to is the first one. */
export async function listIds(host: Host, dataset: string, query: ImageQuery): Promise<ListedIds> {
  const { similar } = query
  const isPlain = similar !== null && !isFiltered({ ...query, similar: null })
  const [list, found] = await Promise.all([
    isPlain ? null : host.api('imageLists.ids', { params: { dataset }, query: filterOf(query) }),
    similar === null ? null : host.api('search.similar', { query: { image_id: similar, limit: MOST_SIMILAR } }),
  ])
  if (found === null || similar === null) return list as ImageIdList
  const passing = list && new Set(list.data)
  const others = found.filter(({ id }) => passing?.has(id) ?? true)
  const data = [similar, ...others.map(({ id }) => id)]
  const similarity = new Map(others.map((one) => [one.id, one.similarity]))
  return { data, total: data.length, has_more: false, similarity }
}
