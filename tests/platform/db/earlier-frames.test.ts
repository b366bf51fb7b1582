/** Frames of videos that were extracted by an earlier version, which knew no groups. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { earlierDatabase } from '../support/earlier-database.ts'

const created_at = '2026-01-01T00:00:00.000Z'
const image = (id: string) => ({
  ...{ id, organization_id: 'o', dataset_id: 'd', filename: `${id}.jpg`, directory_path: '/', status: 'new' },
  ...{ is_archived: 0, width: 64, height: 48, content_type: 'image/jpeg', size_bytes: 10, sha256: id, created_at },
})
const extraction = (id: string, image_ids: string | null) => ({
  ...{ id, organization_id: 'o', status: 'complete', frames_extracted: 2, total_frames: 2, directory_path: '/' },
  ...{ image_ids, created_at },
})

it('are groups by their video, and have no split', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-frames-'))
  const path = join(folder, 'sightline.db')
  try {
    const before = await earlierDatabase(path, '0036-evaluations')
    await before.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at }).execute()
    const dataset = { id: 'd', organization_id: 'o', name: 'Street', annotation_types: '[]', classes: '[]', created_at }
    const states = { storage_class: 'standard', is_public: 0, is_archived: 0 }
    await before
      .insertInto('datasets')
      .values({ ...dataset, ...states })
      .execute()
    await before.insertInto('images').values(['a', 'b', 'c', 'd'].map(image)).execute()
    const extractions = [extraction('1', '["a","b"]'), extraction('2', '["c","gone"]'), extraction('3', null)]
    await before.insertInto('video_extractions').values(extractions).execute()
    await before.destroy()

    const db = await openDatabase(path)
    const images = await db.selectFrom('images').select(['id', 'split', 'group_key']).orderBy('id').execute()
    expect(images).toEqual([
      { id: 'a', split: null, group_key: 'video 1' },
      { id: 'b', split: null, group_key: 'video 1' },
      { id: 'c', split: null, group_key: 'video 2' },
      { id: 'd', split: null, group_key: null },
    ])
    await db.destroy()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
