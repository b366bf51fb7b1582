/** The ids of the images that a query matches, in order. */
import type { ImageIdList } from '../../../../shared/api/image-lists.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { filterOf, type ImageQuery, isFiltered } from './image-query.ts'

/** Images of one search. */
const MOST_FOUND = 500

export interface ListedIds extends ImageIdList {
  /** Of a query that compares with an image: the similarity of each other one by its id, at most 1. */
  similarity?: ReadonlyMap<string, number>
}

/** True for images in the order of a search, which has its own most. */
export const isSearch = ({ similar, like }: ImageQuery): boolean => similar !== null || like !== ''

/** The image that others are compared to is the first one. */
export async function listIds(host: Host, dataset: string, query: ImageQuery): Promise<ListedIds> {
  const isPlain = isSearch(query) && !isFiltered({ ...query, similar: null, like: '' })
  const [list, found] = await Promise.all([
    isPlain ? null : host.api('imageLists.ids', { params: { dataset }, query: filterOf(query) }),
    searched(host, dataset, query),
  ])
  if (found === null) return list as ImageIdList
  const passing = list && new Set(list.data)
  const others = found.filter(({ id }) => passing?.has(id) ?? true)
  const data = [...(query.similar === null ? [] : [query.similar]), ...others.map(({ id }) => id)]
  const whole = { data, total: data.length, has_more: false }
  // The figures of descriptions are low even for a good match, and would say little.
  return query.similar === null
    ? whole
    : { ...whole, similarity: new Map(others.map((one) => [one.id, one.similarity])) }
}

function searched(host: Host, dataset: string, { similar, like }: ImageQuery) {
  if (similar !== null) return similarTo(host, dataset, similar)
  if (like !== '') return host.api('search.byText', { query: { text: like, dataset_name: dataset, limit: MOST_FOUND } })
  return null
}

/** By an installed model, unless it has not read the image yet. */
async function similarTo(host: Host, dataset: string, image_id: string) {
  const query = { image_id, limit: MOST_FOUND }
  const { model } = await host.api('embeddings.get', { params: { dataset } })
  if (model !== null) {
    const found = await host.api('search.similar', { query: { ...query, by: 'model' } }).catch(() => null)
    if (found) return found
  }
  return host.api('search.similar', { query })
}
