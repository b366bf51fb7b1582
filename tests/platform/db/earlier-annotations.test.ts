/** Annotations of an earlier version held the name of their class; the figures of data sets were counted by each call. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createInsights } from '../../../src/platform/datasets/dataset-insights.ts'
import { recountUnsure } from '../../../src/platform/datasets/recount.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { earlierDatabase } from '../support/earlier-database.ts'

const created_at = '2026-01-01T00:00:00.000Z'
const image = (id: string) => ({
  ...{
    id,
    organization_id: 'o',
    dataset_id: 'd',
    filename: `${id}.jpg`,
    directory_path: '/',
    status: 'new',
    is_archived: 0,
  },
  ...{ width: 64, height: 48, content_type: 'image/jpeg', size_bytes: 10, sha256: id.repeat(64), created_at },
})
const annotation = (id: string, image_id: string, name: string, confidence: number | null, type = 'bbox') => ({
  ...{ id, image_id, dataset_id: 'd', position: 0, name, type, confidence },
  geometry: '{"bounding_box":{"x":1,"y":2,"w":3,"h":4}}',
})

it('keep their classes and geometry, and are counted at the first start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-annotations-'))
  const path = join(folder, 'sightline.db')
  try {
    const before = await earlierDatabase(path, '0026-sessions')
    await before.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at }).execute()
    const dataset = { id: 'd', organization_id: 'o', name: 'Street', annotation_types: '[]', classes: '[]', created_at }
    await before
      .insertInto('datasets')
      .values({ ...dataset, storage_class: 'standard', is_public: 0, is_archived: 0 })
      .execute()
    await before
      .insertInto('images')
      .values([image('a'), image('b'), image('c')])
      .execute()
    const annotations = [
      annotation('1', 'a', 'car', 0.25),
      annotation('2', 'a', 'car', 0.5),
      annotation('3', 'a', 'car', null, 'polygon'),
      annotation('4', 'b', 'dog', 1),
    ]
    await before.insertInto('annotations').values(annotations).execute()
    await before.destroy()

    const db = await openDatabase(path)
    await recountUnsure(db)
    const labelled = await db
      .selectFrom('annotations as a')
      .innerJoin('labels as l', 'l.id', 'a.label_id')
      .select(['a.id', 'a.image_id', 'l.dataset_id', 'a.position', 'l.name', 'l.type', 'a.confidence', 'a.geometry'])
      .orderBy('a.id')
      .execute()
    expect(labelled).toEqual(annotations)
    expect(await createInsights(db)('d')).toMatchObject({
      total_images: 3,
      total_annotations: 4,
      unannotated_images: 1,
      total_bytes: 30,
      class_annotation_counts: { car: 3, dog: 1 },
      class_image_counts: { car: 1, dog: 1 },
      type_counts: { bbox: 3, polygon: 1 },
      annotation_density: { 0: 1, 1: 1, 3: 1 },
      model_confidence: { flagged: 1, lowest: 0.25 },
    })
    await db.destroy()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
