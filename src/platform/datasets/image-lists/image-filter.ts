/**
 * The images of a data set that a filter matches. Where few match a condition, an index finds them, and they are sorted; else
 * the images are read in their order, which an index has, until a page is full. The database does not know the numbers, so
 * that each condition is written in one of two forms: only the first can be served by an index.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ImageFilter, ImageSort } from '../../../shared/api/image-lists.ts'
import { type Database, isPostgres } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { LABEL_KINDS } from '../counters.ts'
import { directoryPath, isAtOrBelow, isAtOrBelowOfEach, ROOT } from '../directories/directory-path.ts'
import { IS_PENDING, IS_VISIBLE } from '../stored-annotation.ts'

export type Reads = Pick<Database, 'selectFrom' | 'getExecutor'>
type Images = SelectQueryBuilder<Tables, 'images', object>

/** The matching images, in no order. */
export type MatchingImages = (db: Reads) => Images

interface Condition {
  byIndex: RawBuilder<boolean>
  ofEach: RawBuilder<boolean>
  /** True when `byIndex` lists ids of images, which may be of other data sets. */
  isOfIds?: true
  /** True when finding the images takes long, so that those that were found are kept. */
  isSearch?: true
  /** At least as many images as match, where a counter has the number. */
  most?: number
  /** The sorts whose index serves it as well. */
  sorts?: readonly ImageSort[]
}

/** So many images are found and sorted faster than read in order. */
const FEW = 2000

/** @throws ApiError invalid_field for a path that no directory can have */
export async function matchingImages(db: Reads, datasetId: string, filter: ImageFilter): Promise<MatchingImages> {
  const all: MatchingImages = (reads) =>
    reads
      .selectFrom('images')
      .where('dataset_id', '=', datasetId)
      .where('is_archived', '=', filter.archived ? 1 : 0)
  /** The same images, in a form that no index of their order serves. */
  const read: MatchingImages = (reads) =>
    reads
      .selectFrom('images')
      .where(sql<boolean>`(dataset_id || '') = ${datasetId}`)
      .where(sql<boolean>`(is_archived + 0) = ${filter.archived ? 1 : 0}`)
  const ids = (reads: Reads, { byIndex, isOfIds }: Condition) =>
    (isOfIds ? read(reads) : all(reads)).where(byIndex).select('id')
  const isSelective = async (condition: Condition): Promise<boolean> => {
    if (condition.most !== undefined) return condition.most <= FEW
    const some = ids(db, condition).limit(FEW + 1)
    if (condition.isSearch) {
      // In the order of the index of names, so that no other one is read.
      const found = await some.orderBy('directory_path').orderBy('filename').execute()
      if (found.length > FEW) return false
      condition.byIndex = among(found.map(({ id }) => id))
      condition.isOfIds = true
      return true
    }
    const counted = db.selectFrom(some.as('some')).select((e) => e.fn.countAll<number>().as('n'))
    return Number((await counted.executeTakeFirstOrThrow()).n) <= FEW
  }
  const conditions = conditionsOf(datasetId, filter)
  const labels = filter.class && filter.class.length > 0 ? await labelsOf(db, datasetId, filter.class) : null
  if (labels?.length === 0) return (reads) => all(reads).where(sql<boolean>`1 = 0`)
  if (filter.text !== undefined) conditions.push(containing(filter.text, isPostgres(db)))
  if (labels) conditions.push(await havingLabel(db, datasetId, labels))

  let selective: Condition | null = null
  for (const condition of conditions) {
    if (selective || condition.sorts?.includes(filter.sort)) continue
    if (await isSelective(condition)) selective = condition
  }
  return (reads) => {
    // By their ids alone: with the columns of an order, its index would be read from end to end.
    let query = selective ? reads.selectFrom('images').where('id', 'in', ids(reads, selective)) : all(reads)
    for (const condition of conditions) {
      if (condition === selective) continue
      query = query.where(condition.sorts?.includes(filter.sort) ? condition.byIndex : condition.ofEach)
    }
    return query
  }
}

const BY_NAME: readonly ImageSort[] = ['name', '-name']
/** The indexes of these orders end with the file name, so that it is compared without reading the image. */
const BY_NAME_OR_TIME: readonly ImageSort[] = [...BY_NAME, 'created', '-created']
const BY_ANNOTATIONS: readonly ImageSort[] = ['annotations', '-annotations']

function conditionsOf(datasetId: string, filter: ImageFilter): Condition[] {
  const conditions: Condition[] = []
  if (filter.status && filter.status.length > 0) {
    const statuses = sql.join(filter.status)
    conditions.push({
      byIndex: sql<boolean>`status in (${statuses})`,
      ofEach: sql<boolean>`(status || '') in (${statuses})`,
    })
  }
  if (filter.split !== undefined) {
    const test = filter.split === 'none' ? sql`is null` : sql`= ${filter.split}`
    conditions.push({ byIndex: sql<boolean>`split ${test}`, ofEach: sql<boolean>`(split || '') ${test}` })
  }
  if (filter.has_annotations !== undefined) {
    const test = filter.has_annotations ? sql`> 0` : sql`= 0`
    conditions.push({
      byIndex: sql<boolean>`annotation_count ${test}`,
      ofEach: sql<boolean>`(annotation_count + 0) ${test}`,
      sorts: BY_ANNOTATIONS,
    })
  }
  if (filter.pending !== undefined) {
    const images = sql`select image_id from annotations where ${sql.raw(IS_PENDING)}`
    const not = filter.pending ? sql`` : sql`not `
    conditions.push({
      byIndex: sql<boolean>`${not}id in (${images})`,
      ofEach: sql<boolean>`${not}exists (${images} and image_id = images.id)`,
      ...(filter.pending && { isOfIds: true }),
    })
  }
  if (filter.task !== undefined) {
    const images = sql`select image_id from task_images where task_id = ${filter.task} and is_removed = 0`
    conditions.push({
      byIndex: sql<boolean>`id in (${images})`,
      ofEach: sql<boolean>`exists (${images} and image_id = images.id)`,
    })
  }
  for (const tag of new Set(filter.tag)) {
    const images = sql`select image_id from image_tags where tag = ${tag}`
    conditions.push({
      byIndex: sql<boolean>`id in (${images} and dataset_id = ${datasetId})`,
      ofEach: sql<boolean>`exists (${images} and image_id = images.id)`,
      isOfIds: true,
    })
  }
  const directory = filter.directory === undefined ? null : directoryPath(filter.directory, '/directory')
  if (directory !== null && !(directory === ROOT && filter.recursive)) {
    conditions.push({
      byIndex: filter.recursive
        ? isAtOrBelow('directory_path', directory)
        : sql<boolean>`directory_path = ${directory}`,
      ofEach: filter.recursive
        ? isAtOrBelowOfEach('directory_path', directory)
        : sql<boolean>`(directory_path || '') = ${directory}`,
      sorts: BY_NAME,
    })
  }
  return conditions
}

/** In other orders, few names are found in the index of paths, which is smaller than the rows. */
function containing(text: string, isPostgresql: boolean): Condition {
  const escaped = text.replaceAll(/[\\%_]/g, '\\$&')
  const part = `%${escaped}%`
  // SQLite's own LIKE makes no difference between capitals and other letters.
  const like = isPostgresql ? sql`ilike` : sql`like`
  // SQLite compares faster without an escape.
  const ofEach =
    escaped === text ? sql<boolean>`filename ${like} ${part}` : sql<boolean>`filename ${like} ${part} escape '\\'`
  return { byIndex: ofEach, ofEach, isSearch: true, sorts: BY_NAME_OR_TIME }
}

const among = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`id in (${sql.join(ids)})`

async function labelsOf(db: Reads, datasetId: string, names: readonly string[]): Promise<string[]> {
  const labels = await db
    .selectFrom('labels')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('name', 'in', names)
    .where('removed_at', 'is', null)
    .execute()
  return labels.map(({ id }) => id)
}

async function havingLabel(db: Reads, datasetId: string, labels: readonly string[]): Promise<Condition> {
  const ids = sql.join(labels)
  const { images } = await db
    .selectFrom('dataset_counters')
    .select((e) => e.fn.sum('images').as('images'))
    .where('dataset_id', '=', datasetId)
    .where('kind', 'in', LABEL_KINDS)
    .where('key', 'in', labels)
    .executeTakeFirstOrThrow()
  const isVisible = sql.raw(IS_VISIBLE)
  return {
    byIndex: sql<boolean>`id in (select image_id from annotations where label_id in (${ids}) and ${isVisible})`,
    ofEach: sql<boolean>`((annotation_count + 0) > 0 and exists (
      select 1 from annotations a where a.image_id = images.id and a.label_id in (${ids}) and ${isVisible}))`,
    most: Number(images),
  }
}
