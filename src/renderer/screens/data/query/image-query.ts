/** The filters and the order of the images of a data set, as the address of the page has them. */
import { IMAGE_SPLITS, IMAGE_STATUSES, type ImageSplit, type ImageStatus } from '../../../../shared/api/datasets.ts'
import { IMAGE_SORTS, type ImageFilter, type ImageIdList, type ImageSort } from '../../../../shared/api/image-lists.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'

export const SPLIT_CHOICES = [...IMAGE_SPLITS, 'none'] as const
/** `none`: images without a split. */
export type SplitChoice = ImageSplit | 'none'

export const ANNOTATION_CHOICES = ['yes', 'no', 'pending'] as const
/** `yes` and `no`: with and without annotations; `pending`: with proposals that wait for a review. */
export type AnnotationChoice = (typeof ANNOTATION_CHOICES)[number]

export interface ImageQuery {
  statuses: readonly ImageStatus[]
  split: SplitChoice | null
  classes: readonly string[]
  annotated: AnnotationChoice | null
  /** Part of the file name; empty for any. */
  text: string
  /** Path with everything below it; null for all directories. */
  directory: string | null
  /** Content tags, all of which an image has. */
  tags: readonly string[]
  /** A description of the wanted images; empty for any. */
  like: string
  /** Id of the image to which the others are compared; null for none. */
  similar: string | null
  /** Id of a task whose images are listed; null for all. */
  task: string | null
  archived: boolean
  sort: ImageSort
}

export const EVERY_IMAGE: ImageQuery = {
  statuses: [],
  split: null,
  classes: [],
  annotated: null,
  text: '',
  directory: null,
  archived: false,
  tags: [],
  like: '',
  similar: null,
  task: null,
  sort: 'name',
}

/** Unknown names and values are left out. */
export function parseQuery(search: string): ImageQuery {
  const params = new URLSearchParams(search)
  return {
    statuses: IMAGE_STATUSES.filter((status) => params.getAll('status').includes(status)),
    split: SPLIT_CHOICES.find((split) => split === params.get('split')) ?? null,
    classes: [...new Set(params.getAll('class'))].filter((name) => name !== ''),
    annotated: ANNOTATION_CHOICES.find((choice) => choice === params.get('annotated')) ?? null,
    text: params.get('text') ?? '',
    directory: params.get('directory') || null,
    tags: [...new Set(params.getAll('tag'))].filter((tag) => tag !== ''),
    like: params.get('like') ?? '',
    similar: params.get('similar') || null,
    task: params.get('task') || null,
    archived: params.get('archived') === 'yes',
    sort: IMAGE_SORTS.find((sort) => sort === params.get('sort')) ?? EVERY_IMAGE.sort,
  }
}

/** The address of a query, without what every query has: empty for all images in the first order. */
export function formatQuery(query: ImageQuery): string {
  const params = new URLSearchParams()
  for (const status of query.statuses) params.append('status', status)
  if (query.split !== null) params.set('split', query.split)
  for (const name of query.classes) params.append('class', name)
  if (query.annotated !== null) params.set('annotated', query.annotated)
  if (query.text !== '') params.set('text', query.text)
  if (query.directory !== null) params.set('directory', query.directory)
  for (const tag of query.tags) params.append('tag', tag)
  if (query.like !== '') params.set('like', query.like)
  if (query.similar !== null) params.set('similar', query.similar)
  if (query.task !== null) params.set('task', query.task)
  if (query.archived) params.set('archived', 'yes')
  if (query.sort !== EVERY_IMAGE.sort) params.set('sort', query.sort)
  return params.toString()
}

/** The same query as the API takes it, without the comparison to an image or a description, which are other calls. */
export const filterOf = (query: ImageQuery): Partial<ImageFilter> => ({
  ...(query.statuses.length > 0 && { status: [...query.statuses] }),
  ...(query.split !== null && { split: query.split }),
  ...(query.classes.length > 0 && { class: [...query.classes] }),
  ...(query.annotated === 'pending' && { pending: true }),
  ...((query.annotated === 'yes' || query.annotated === 'no') && { has_annotations: query.annotated === 'yes' }),
  ...(query.text !== '' && { text: query.text }),
  ...(query.directory !== null && { directory: query.directory, recursive: true }),
  ...(query.tags.length > 0 && { tag: [...query.tags] }),
  ...(query.task !== null && { task: query.task }),
  archived: query.archived,
  sort: query.sort,
})

/** True when some images may be left out: archived ones have a list of their own, which is no filter. */
export const isFiltered = (query: ImageQuery): boolean =>
  formatQuery({ ...query, sort: EVERY_IMAGE.sort, archived: false }) !== ''

/** Without filters, in the same order and list. */
export const withoutFilters = ({ sort, archived }: ImageQuery): ImageQuery => ({ ...EVERY_IMAGE, sort, archived })

/** Images of one search. */
const MOST_FOUND = 500

/** The ids of the images that a query matches, in order. */
export interface ListedIds extends ImageIdList {
  /** The similarity of each other image by its id, at most 1, for a query that compares with an image. */
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

const names: Readonly<Record<string, string>> = texts.data.filters.tagNames

/**
 * The name of a content tag in the user's language; a tag of a model is shown as it is.
 * @param tag with its kind, such as `attributes:dark`
 */
export function tagName(tag: string): string {
  const name = tag.slice(tag.indexOf(':') + 1)
  return names[name] ?? name
}

/** `count`: the number of images that the query matches. */
export type ImageSet = { ids: readonly string[] } | { query: ImageQuery; count: number }

export const countOf = (images: ImageSet): number => ('ids' in images ? images.ids.length : images.count)

/** The ids of the images, in the order of the query. */
export async function idsOf(host: Host, dataset: string, images: ImageSet): Promise<readonly string[]> {
  if ('ids' in images) return images.ids
  return (await listIds(host, dataset, images.query)).data
}
