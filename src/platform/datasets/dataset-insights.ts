/** Figures about the contents of a data set, aggregated by the database. Archived images are excluded everywhere. */
import { sql } from 'kysely'
import type { DatasetInsights } from '../../shared/api/datasets.ts'
import type { Database } from '../db/database.ts'

export type ReadInsights = (datasetId: string) => Promise<DatasetInsights>

const MAX_SIZES = 50
const BANDS = 10

export function createInsights(db: Database): ReadInsights {
  const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows
  const counts = async (query: ReturnType<typeof sql<{ key: string | number; count: number }>>) =>
    Object.fromEntries((await rows(query)).map(({ key, count }) => [String(key), count]))

  return async (datasetId) => {
    const images = sql`images where dataset_id = ${datasetId} and is_archived = 0`
    const annotated = sql`annotations a join images i on i.id = a.image_id where i.dataset_id = ${datasetId} and i.is_archived = 0`
    const [totals] = await rows(sql<Totals>`
      select count(*) as images, coalesce(sum(size_bytes), 0) as bytes,
        min(width) as min_width, max(width) as max_width, avg(width) as avg_width,
        min(height) as min_height, max(height) as max_height, avg(height) as avg_height,
        coalesce(sum(case when width > height then 1 else 0 end), 0) as landscape, coalesce(sum(case when width < height then 1 else 0 end), 0) as portrait,
        coalesce(sum(case when width = height then 1 else 0 end), 0) as square
      from ${images}`)
    const { images: total_images, bytes, landscape, portrait, square, ...extent } = totals as Totals
    const density = await counts(sql`
      select n as key, count(*) as count
      from (select count(a.id) as n from images i left join annotations a on a.image_id = i.id
        where i.dataset_id = ${datasetId} and i.is_archived = 0 group by i.id) counted
      group by n order by n`)
    const total_annotations = Object.entries(density).reduce((sum, [n, count]) => sum + Number(n) * count, 0)
    const unannotated_images = density['0'] ?? 0
    const statuses = await counts(sql`select status as key, count(*) as count from ${images} group by status`)
    const sizes = await rows(
      sql<Size>`select width, height, count(*) as count from ${images} group by width, height order by count desc, width, height`,
    )
    const lowest = await rows(
      sql<{
        lowest: number
      }>`select min(a.confidence) as lowest from ${annotated} and a.confidence is not null group by i.id`,
    )
    return {
      total_images,
      total_annotations,
      annotated_images: total_images - unannotated_images,
      unannotated_images,
      avg_annotations_per_image: total_images === 0 ? 0 : total_annotations / total_images,
      total_bytes: bytes,
      status_counts: { new: 0, annotate: 0, review: 0, complete: 0, ...statuses },
      class_annotation_counts: await counts(
        sql`select a.name as key, count(*) as count from ${annotated} group by a.name order by count desc, a.name`,
      ),
      class_image_counts: await counts(
        sql`select a.name as key, count(distinct i.id) as count from ${annotated} group by a.name order by count desc, a.name`,
      ),
      type_counts: await counts(sql`select a.type as key, count(*) as count from ${annotated} group by a.type`),
      annotation_density: density,
      dimensions: {
        ...extent,
        orientation: { landscape, portrait, square },
        sizes: sizes.slice(0, MAX_SIZES),
        distinct_size_count: sizes.length,
        images_with_dimensions: total_images,
        images_missing_dimensions: 0,
      },
      model_confidence: confidenceOf(lowest.map((row) => row.lowest)),
    }
  }
}

interface Size {
  width: number
  height: number
  count: number
}

interface Totals {
  images: number
  bytes: number
  min_width: number | null
  max_width: number | null
  avg_width: number | null
  min_height: number | null
  max_height: number | null
  avg_height: number | null
  landscape: number
  portrait: number
  square: number
}

/** Distribution of the lowest confidence in each image that was processed by a model. */
function confidenceOf(lowest: readonly number[]): DatasetInsights['model_confidence'] {
  if (lowest.length === 0) return null
  const flagged = lowest.filter((confidence) => confidence < 1)
  const buckets = Array.from({ length: BANDS }, (_, i) => {
    const inBand = (c: number) => Math.min(BANDS - 1, Math.floor(c * BANDS)) === i
    return { from: i / BANDS, to: (i + 1) / BANDS, images: flagged.filter(inBand).length }
  })
  return {
    flagged: flagged.length,
    lowest: lowest.reduce((least, c) => Math.min(least, c)),
    avg_flagged: flagged.length === 0 ? null : flagged.reduce((sum, c) => sum + c, 0) / flagged.length,
    buckets,
  }
}
