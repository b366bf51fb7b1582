/** The images of a data set that a filter matches. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { ImageFilter, ImageSort } from '../../shared/api/image-lists.ts'
import { placeOf, readCounters } from '../datasets/counters.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { directoryPath, isWithin, ROOT } from '../directories/directory-path.ts'
import { isAtOrBelow, isAtOrBelowOfEach } from '../directories/within.ts'

type Reads = Pick<Database, 'selectFrom'>
type Images = SelectQueryBuilder<Tables, 'images', object>

/** A filter with what its query depends on. */
export interface PreparedFilter {
  /** The matching images, in no order. */
  images(db: Reads): Images
}

/** So many images are faster found by the filter than by the order. */
const FEW = 2000

/** @throws ApiError invalid_field for a path that no directory can have */
export async function prepareFilter(db: Reads, datasetId: string, filter: ImageFilter): Promise<PreparedFilter> {
  const directory = filter.directory === undefined ? null : directoryPath(filter.directory, '/directory')
  const isWhole = directory === null || (directory === ROOT && filter.recursive)
  const isLarge =
    !isWhole && !isByName(filter.sort) && (await imagesIn(db, datasetId, directory, filter.recursive)) > FEW
  const labels = filter.class && filter.class.length > 0 ? await labelsOf(db, datasetId, filter.class) : null

  return {
    images(reads) {
      let query: Images = reads
        .selectFrom('images')
        .where('dataset_id', '=', datasetId)
        .where('is_archived', '=', filter.archived ? 1 : 0)
      if (filter.status && filter.status.length > 0) query = query.where('status', 'in', filter.status)
      if (filter.split === 'none') query = query.where('split', 'is', null)
      else if (filter.split !== undefined) query = query.where('split', '=', filter.split)
      if (filter.has_annotations !== undefined) {
        query = query.where('annotation_count', filter.has_annotations ? '>' : '=', 0)
      }
      if (filter.text !== undefined) {
        const part = `%${filter.text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
        query = query.where(sql<boolean>`lower(filename) like ${part} escape '\\'`)
      }
      if (!isWhole) {
        if (filter.recursive) {
          query = query.where((isLarge ? isAtOrBelowOfEach : isAtOrBelow)('directory_path', directory))
        } else if (isLarge) query = query.where(sql<boolean>`(directory_path || '') = ${directory}`)
        else query = query.where('directory_path', '=', directory)
      }
      return labels ? withLabel(query, labels) : query
    },
  }
}

const isByName = (sort: ImageSort): boolean => sort === 'name' || sort === '-name'

async function imagesIn(db: Reads, datasetId: string, directory: string, recursive: boolean): Promise<number> {
  const held = (await readCounters(db, datasetId, 'directory')).filter(({ key }) => {
    const { path } = placeOf(key)
    return recursive ? isWithin(path, directory) : path === directory
  })
  return held.reduce((sum, { images }) => sum + images, 0)
}

interface Labels {
  ids: string[]
  /** At most so many images have them. */
  images: number
}

async function labelsOf(db: Reads, datasetId: string, names: readonly string[]): Promise<Labels> {
  const labels = await db
    .selectFrom('labels')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('name', 'in', names)
    .where('removed_at', 'is', null)
    .execute()
  const ids = labels.map(({ id }) => id)
  if (ids.length === 0) return { ids, images: 0 }
  const { images } = await db
    .selectFrom('dataset_counters')
    .select((e) => e.fn.sum('images').as('images'))
    .where('dataset_id', '=', datasetId)
    .where('kind', 'in', ['label', 'archived_label'])
    .where('key', 'in', ids)
    .executeTakeFirstOrThrow()
  return { ids, images: Number(images) }
}

function withLabel(query: Images, { ids, images }: Labels): Images {
  if (ids.length === 0) return query.where(sql<boolean>`1 = 0`)
  if (images <= FEW) {
    return query.where('id', 'in', (e) => e.selectFrom('annotations').select('image_id').where('label_id', 'in', ids))
  }
  return query.where((e) =>
    e.exists(
      e
        .selectFrom('annotations')
        .select('annotations.id')
        .whereRef('annotations.image_id', '=', 'images.id')
        .where('annotations.label_id', 'in', ids),
    ),
  )
}
