/** A deleted data set is hidden at once and removed in steps; an interrupted removal is completed at the next start. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recount } from '../../../src/platform/datasets/counters.ts'
import { type Database, insertMany, newId } from '../../../src/platform/db/database.ts'
import type { Dataset } from '../../../src/shared/api/datasets.ts'
import { eventually } from '../../setup/eventually.ts'
import { onPostgres, openPlatformDatabase } from '../support/databases.ts'
import { createFullDisk } from '../support/full-disk.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'

let dataDir: string
let resourcesDir: string
let h: Harness
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-removal-'))
  resourcesDir = makeResources()
  h = await startHarness({ dataDir, resourcesDir })
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

async function opened<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const left = () =>
  opened(async (db) => {
    const count = async (table: 'images' | 'annotations' | 'datasets') =>
      (await db.selectFrom(table).selectAll().execute()).length
    return [await count('datasets'), await count('images'), await count('annotations')]
  })

async function filled(images: number): Promise<string> {
  const { body } = await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Street' } })
  const rows = Array.from({ length: images }, (_, i) => ({
    id: newId(),
    organization_id: h.platform.organizationId,
    dataset_id: body.id,
    filename: `${i}.jpg`,
    display_name: null,
    directory_path: '/',
    status: 'new' as const,
    is_archived: 0 as const,
    width: 9,
    height: 9,
    content_type: 'image/jpeg',
    size_bytes: 1,
    sha256: `${i}`.padStart(64, '0'),
    created_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
    annotation_count: 1,
    outside_count: 0,
    lowest_confidence: null,
    disagreement: 0,
    split: null,
    group_key: null,
    revision: 0,
  }))
  const label = { id: newId(), dataset_id: body.id, name: 'car', type: 'bbox' as const, removed_at: null }
  const annotations = rows.map((row) => ({
    image_id: row.id,
    id: newId(),
    label_id: label.id,
    position: 0,
    confidence: null,
    geometry: '{}',
    extra: null,
  }))
  await opened(async (db) => {
    await insertMany(db, 'images', rows)
    await insertMany(db, 'labels', [label])
    await insertMany(db, 'annotations', annotations)
    await recount(db, body.id)
  })
  return body.id
}

it('removes everything of a data set, whatever the number of its images', async () => {
  const id = await filled(777)
  expect(await left()).toEqual([1, 777, 777])
  const { body } = await h.api('DELETE', `/datasets/${id}`)
  expect(body).toMatchObject({ images_deleted: 777 })
  expect(await left()).toEqual([0, 0, 0])
})

it('removes a data set whose id is the name of another, and frees its name at once', async () => {
  const make = async (name: string) => (await h.api<Dataset>('POST', '/datasets/', { body: { name } })).body
  const first = await make('First')
  const second = await make(first.id)
  expect((await h.api('DELETE', `/datasets/${first.id}`)).status).toBe(200)
  expect((await h.api<Dataset>('GET', `/datasets/${first.id}`)).body).toMatchObject({ id: second.id, name: first.id })
  expect((await make('First')).name).toBe('First')
  expect((await h.api('DELETE', `/datasets/${second.id}`)).status).toBe(200)
})

it('frees the name of a data set while its images are still removed', async () => {
  const make = async () => (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body
  const hidden = await make()
  const deleted_at = '2026-01-02T00:00:00.000Z'
  await opened((db) => db.updateTable('datasets').set({ deleted_at }).where('id', '=', hidden.id).execute())
  expect((await h.fail('GET', '/datasets/Street')).status).toBe(404)
  const made = await make()
  expect(made.name).toBe('Street')
  expect((await h.api<Dataset>('GET', '/datasets/Street')).body.id).toBe(made.id)
  expect((await h.fail('GET', `/datasets/${hidden.id}`)).status).toBe(404)
})

it('completes the deletion of a class that a crash interrupted', async () => {
  const id = await filled(300)
  await h.close()
  await opened((db) => db.updateTable('labels').set({ removed_at: '2026-01-02T00:00:00.000Z' }).execute())
  h = await startHarness({ dataDir, resourcesDir })
  await eventually(async () => (await left()).join() === '1,300,0')
  const { body } = await h.api('GET', `/datasets/${id}/insights`)
  expect(body).toMatchObject({ total_annotations: 0, unannotated_images: 300, class_annotation_counts: {} })
})

// The full disk is simulated below SQLite.
it.skipIf(onPostgres)(
  'hides a data set whose images can’t be removed yet, frees its name, and removes them at the next start',
  async () => {
    const id = await filled(50)
    const disk = createFullDisk()
    // The mark of the data set, and the entry of the call in the audit log.
    disk.fill(2)
    const { status } = await h.api('DELETE', `/datasets/${id}`)
    disk.free()
    disk.restore()
    expect(status).toBe(200)
    for (const name of [id, 'Street']) expect((await h.fail('GET', `/datasets/${name}`)).status).toBe(404)
    expect((await h.api('GET', '/datasets/')).body).toMatchObject({ data: [], pagination: { total: 0 } })
    const again = await h.api<{ name: string }>('POST', '/datasets/', { body: { name: 'Street' } })
    expect(again.body.name).toBe('Street')
    expect(await left()).toEqual([2, 50, 50])
    await h.close()
    h = await startHarness({ dataDir, resourcesDir })
    await eventually(async () => (await left()).join() === '1,0,0')
  },
)
