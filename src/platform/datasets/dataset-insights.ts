/**
 * Figures about the objects of a data set, from its counters. Archived images, and annotations of tracks in images that their
 * objects have left, are excluded everywhere.
 */
import { sql } from 'kysely'
import type { DatasetInsights, ImageStatus } from '../../shared/api/datasets.ts'
import type { AnnotationType } from '../../shared/domain/annotation.ts'
import type { Database } from '../db/database.ts'
import { ARCHIVED, type Counter, readCounters } from './counters.ts'
import { IS_VISIBLE } from './stored-annotation.ts'

export type ReadInsights = (datasetId: string) => Promise<DatasetInsights>

const MAX_SIZES = 50
const BANDS = 10

interface LabelCount {
  id: string
  name: string
  type: AnnotationType
  images: number
  annotations: number
}

export function createInsights(db: Database): ReadInsights {
  async function labelCounts(datasetId: string): Promise<LabelCount[]> {
    const counters = new Map((await readCounters(db, datasetId, 'label')).map((c) => [c.key, c]))
    const outside = new Map((await readCounters(db, datasetId, 'outside')).map((c) => [c.key, c]))
    const labels = await db
      .selectFrom('labels')
      .select(['id', 'name', 'type'])
      .where('dataset_id', '=', datasetId)
      .where('removed_at', 'is', null)
      .execute()
    return labels.flatMap((label) => {
      const counter = counters.get(label.id)
      const images = (counter?.images ?? 0) - (outside.get(label.id)?.images ?? 0)
      const annotations = (counter?.amount ?? 0) - (outside.get(label.id)?.amount ?? 0)
      return annotations > 0 ? [{ ...label, images, annotations }] : []
    })
  }

  /** Images with annotations of a class: an image counts once for several labels of one name. */
  async function imagesOf(labels: readonly LabelCount[]): Promise<number> {
    const [first, ...others] = labels
    if (!first || others.length === 0) return first?.images ?? 0
    const ids = labels.map(({ id }) => id)
    const { n } = await db
      .selectFrom('annotations as a')
      .innerJoin('images as i', 'i.id', 'a.image_id')
      .where('a.label_id', 'in', ids)
      .where('i.is_archived', '=', 0)
      .where(sql.raw<boolean>(IS_VISIBLE))
      .select((e) => e.fn.count('a.image_id').distinct().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  async function classCounts(labels: readonly LabelCount[]) {
    const annotations = summed(labels, ({ name }) => name)
    const images: [string, number][] = []
    for (const [name] of annotations) images.push([name, await imagesOf(labels.filter((l) => l.name === name))])
    return {
      class_annotation_counts: Object.fromEntries(mostFirst(annotations)),
      class_image_counts: Object.fromEntries(mostFirst(images)),
      type_counts: Object.fromEntries(summed(labels, ({ type }) => type)),
    }
  }

  /** Distribution of the lowest confidence in each image that was processed by a model. */
  async function modelConfidence(datasetId: string): Promise<DatasetInsights['model_confidence']> {
    const band = (i: number) => {
      const upTo = i === BANDS - 1 ? sql`lowest_confidence < 1` : sql`lowest_confidence * ${BANDS} < ${i + 1}`
      return sql<number>`coalesce(sum(case when lowest_confidence * ${BANDS} >= ${i} and ${upTo} then 1 else 0 end), 0)`
    }
    const bands = Array.from({ length: BANDS }, (_, i) => sql`${band(i)} as ${sql.ref(`band${i}`)}`)
    const { rows } = await sql<Record<string, number | null>>`
      select count(*) as images, min(lowest_confidence) as lowest,
        sum(case when lowest_confidence < 1 then 1 else 0 end) as flagged,
        avg(case when lowest_confidence < 1 then lowest_confidence end) as avg_flagged, ${sql.join(bands)}
      from images where dataset_id = ${datasetId} and is_archived = 0 and lowest_confidence is not null`.execute(db)
    const [found] = rows
    if (!found || Number(found.images) === 0) return null
    return {
      flagged: Number(found.flagged),
      lowest: Number(found.lowest),
      avg_flagged: found.avg_flagged == null ? null : Number(found.avg_flagged),
      buckets: bands.map((_, i) => ({ from: i / BANDS, to: (i + 1) / BANDS, images: Number(found[`band${i}`]) })),
    }
  }

  return async (datasetId) => {
    const states = (await readCounters(db, datasetId, 'state')).filter(({ key }) => key !== ARCHIVED)
    const densities = (await readCounters(db, datasetId, 'density')).map((c) => ({
      n: Number(c.key),
      images: c.images,
    }))
    const total_images = total(states, ({ images }) => images)
    const total_annotations = total(densities, ({ n, images }) => n * images)
    const unannotated_images = densities.find(({ n }) => n === 0)?.images ?? 0
    const statuses = Object.fromEntries(states.map(({ key, images }) => [key as ImageStatus, images]))
    return {
      total_images,
      total_annotations,
      annotated_images: total_images - unannotated_images,
      unannotated_images,
      avg_annotations_per_image: total_images === 0 ? 0 : total_annotations / total_images,
      total_bytes: total(states, ({ amount }) => amount),
      status_counts: { new: 0, annotate: 0, review: 0, complete: 0, ...statuses },
      ...(await classCounts(await labelCounts(datasetId))),
      annotation_density: Object.fromEntries(densities.map(({ n, images }) => [String(n), images])),
      dimensions: dimensionsOf(await readCounters(db, datasetId, 'size'), total_images),
      model_confidence: await modelConfidence(datasetId),
    }
  }
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)

/** Annotations by a property of their labels. */
function summed(labels: readonly LabelCount[], keyOf: (label: LabelCount) => string): [string, number][] {
  const sums = new Map<string, number>()
  for (const label of labels) sums.set(keyOf(label), (sums.get(keyOf(label)) ?? 0) + label.annotations)
  return [...sums]
}

const mostFirst = (counts: readonly [string, number][]): [string, number][] =>
  counts.toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))

function dimensionsOf(counters: readonly Counter[], total_images: number): DatasetInsights['dimensions'] {
  const sizes = counters
    .map(({ key, images: count }) => {
      const [width = 0, height = 0] = key.split('x').map(Number)
      return { width, height, count }
    })
    .sort((a, b) => b.count - a.count || a.width - b.width || a.height - b.height)
  const extent = (of: (size: { width: number; height: number }) => number) => {
    if (sizes.length === 0) return [null, null, null] as const
    const values = sizes.map(of)
    const mean = total(sizes, (size) => of(size) * size.count) / total_images
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b)), mean] as const
  }
  const [min_width, max_width, avg_width] = extent(({ width }) => width)
  const [min_height, max_height, avg_height] = extent(({ height }) => height)
  const count = (isOne: (size: { width: number; height: number }) => boolean) =>
    total(sizes.filter(isOne), (size) => size.count)
  return {
    min_width,
    max_width,
    avg_width,
    min_height,
    max_height,
    avg_height,
    orientation: {
      landscape: count(({ width, height }) => width > height),
      portrait: count(({ width, height }) => width < height),
      square: count(({ width, height }) => width === height),
    },
    sizes: sizes.slice(0, MAX_SIZES),
    distinct_size_count: sizes.length,
    images_with_dimensions: total_images,
    images_missing_dimensions: 0,
  }
}
