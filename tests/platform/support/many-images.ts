/** Images of many kinds in the database of a platform, without files. */
import { recount } from '../../../src/platform/datasets/counters.ts'
import { insertMany, newId } from '../../../src/platform/db/database.ts'
import type { AnnotationRow } from '../../../src/platform/db/schema/annotations.ts'
import type { ImageRow } from '../../../src/platform/db/schema/datasets.ts'
import type { Dataset } from '../../../src/shared/api/datasets.ts'
import { openPlatformDatabase } from './databases.ts'
import type { Harness } from './harness.ts'

export interface ManyImages {
  dataset: string
  images: ImageRow[]
  /** Names of the classes of each image, by its id, in the order of its annotations. */
  classes: Map<string, string[]>
  /** Ids of the images with a proposal. */
  pending: Set<string>
  /** Content tags of each image, by its id. */
  tags: Map<string, string[]>
}

const STATUSES = ['new', 'annotate', 'review', 'complete'] as const
const SPLITS = ['train', 'valid', 'test', null] as const
const DIRECTORIES = ['/', '/Train', '/train', '/train/cars', '/train0', '/train-1']
const AT_ONCE = 1000

/** A number that looks random; the same for the same `i` and `salt`. */
const hash = (i: number, salt: number): number => Math.imul(i + 1, 2_654_435_761 + 2 * salt) >>> 8

export async function insertImages(h: Harness, count: number): Promise<ManyImages> {
  const body = { name: `Many ${count}`, classes: [{ name: 'car', color: '#112233' }] }
  const { id: dataset_id } = (await h.api<Dataset>('POST', '/datasets/', { body })).body
  const organization_id = h.platform.organizationId
  const db = await openPlatformDatabase(h.dataDir)
  const labels = ['car', 'van', 'rare'].map((name) => ({
    id: newId(),
    dataset_id,
    name,
    type: 'bbox' as const,
    removed_at: null,
  }))
  await insertMany(db, 'labels', labels)
  const images: ImageRow[] = []
  const classes = new Map<string, string[]>()
  const pending = new Set<string>()
  const tags = new Map<string, string[]>()
  for (let from = 0; from < count; from += AT_ONCE) {
    const annotations: AnnotationRow[] = []
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n): ImageRow => {
      const i = from + n
      const id = newId()
      const held = Array.from({ length: hash(i, 1) % 4 }, (_, position): AnnotationRow => {
        const label = labels[hash(i + position, 2) % 50 === 0 ? 2 : hash(i, 3 + position) % 2] as (typeof labels)[0]
        const confidence = hash(i, 4) % 3 === 0 ? null : (hash(i + position, 5) % 20) / 20
        const geometry = `{"bounding_box":{"x":${position},"y":2.04,"w":30,"h":40}}`
        classes.set(id, [...(classes.get(id) ?? []), label.name])
        const extra = hash(i, 13) % 5 === 0 && position === 0 ? '{"review":"pending","track_id":1}' : null
        if (extra !== null) pending.add(id)
        return { image_id: id, id: newId(), label_id: label.id, position, confidence, geometry, extra }
      })
      annotations.push(...held)
      tags.set(id, [
        ...(hash(i, 15) % 2 === 0 ? ['attributes:dark'] : []),
        ...(hash(i, 16) % 3 === 0 ? ['attributes:red'] : []),
        ...(hash(i, 17) % 60 === 0 ? ['attributes:panorama'] : []),
      ])
      const lowest = held.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
      return {
        id,
        organization_id,
        created_by: null,
        dataset_id,
        display_name: null,
        content_type: 'image/jpeg',
        filename: `${['Photo', 'photo', 'a_b', '100%'][hash(i, 6) % 4]}-${hash(i, 7) % count}-${i}.jpg`,
        directory_path: DIRECTORIES[hash(i, 8) % DIRECTORIES.length] as string,
        status: STATUSES[hash(i, 9) % 4] as ImageRow['status'],
        is_archived: hash(i, 10) % 10 === 0 ? 1 : 0,
        width: 640,
        height: 480,
        size_bytes: 1,
        sha256: `${i}`.padStart(64, '0'),
        created_at: new Date(Date.UTC(2026, 0, 1) + (hash(i, 11) % 50) * 1000).toISOString(),
        updated_at: null,
        annotation_count: held.length,
        outside_count: 0,
        lowest_confidence: lowest.length > 0 ? Math.min(...lowest) : null,
        disagreement: hash(i, 14) % 4,
        split: SPLITS[hash(i, 12) % 4] as ImageRow['split'],
        group_key: null,
        revision: 0,
      }
    })
    await db.transaction().execute(async (tx) => {
      const blobs = rows.map(({ sha256, size_bytes: size }) => ({ sha256, size, unreferenced_since: null }))
      // Images of other data sets may have the same hashes.
      await insertMany(tx, 'blobs', blobs, { key: ['sha256'], set: ['size'] })
      await insertMany(tx, 'images', rows)
      await insertMany(tx, 'annotations', annotations)
      const tagged = rows.flatMap(({ id }) => (tags.get(id) ?? []).map((tag) => ({ image_id: id, tag })))
      await insertMany(
        tx,
        'image_tags',
        tagged.map((row) => ({ ...row, source: 'measured' as const, organization_id, dataset_id })),
      )
    })
    images.push(...rows)
  }
  await recount(db, dataset_id)
  await db.destroy()
  return { dataset: dataset_id, images, classes, pending, tags }
}
