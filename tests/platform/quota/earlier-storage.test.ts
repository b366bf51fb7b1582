/** What organizations of an earlier version store is counted once, when the database is opened by this version. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { usedOf } from '../../../src/platform/quota/used.ts'
import { earlierDatabase } from '../support/earlier-database.ts'

const created_at = '2026-01-01T00:00:00.000Z'
const upload = (id: string, size_bytes: number | null, imported: 0 | 1) => ({
  id,
  organization_id: 'o',
  filename: id,
  content_type: 'a/b',
  size_bytes,
  imported,
  sha256: id,
  created_at,
  completed_at: size_bytes === null ? null : created_at,
})
const model = (id: string, bundled_as: string | null) => ({
  id,
  organization_id: 'o',
  name: id,
  model_type: 'detection',
  visibility: 'private',
  status: 'ready',
  version: '1.0.0',
  precision: 'fp32',
  file_sha256: 'weights',
  bundled_as,
  created_at,
  updated_at: created_at,
})
const run = (id: string, status: string, artifacts: object[], inspection: object | null = null) => ({
  id,
  organization_id: 'o',
  workflow_name: 'Counting',
  status,
  graph: '{}',
  progress: '{}',
  nodes: '{}',
  counts: '{}',
  artifacts: JSON.stringify(artifacts),
  inspection: inspection && JSON.stringify(inspection),
  cost_micro_usd: 0,
  created_at,
})

it('counts uploads that became nothing else, models of people, and files of ended runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-storage-'))
  const path = join(folder, 'sightline.db')
  try {
    const before = await earlierDatabase(path, '0056-job-subjects')
    for (const id of ['o', 'p'])
      await before.insertInto('organizations').values({ id, name: id, slug: id, created_at }).execute()
    await before
      .insertInto('uploads')
      .values([upload('clip', 1, 0), upload('weights', 10, 1), upload('unfinished', null, 0)])
      .execute()
    await before
      .insertInto('models')
      .values([model('own', null), model('bundled', 'street-detector')])
      .execute()
    const inspection = { frames: { size_bytes: 100 }, events: null }
    await before
      .insertInto('workflow_runs')
      .values([
        run('1', 'completed', [{ size_bytes: 1000 }, { size_bytes: 2000 }], inspection),
        run('2', 'processing', []),
      ])
      .execute()
    await before.destroy()

    const db = await openDatabase(path)
    expect(await usedOf(db, 'o')).toEqual({ images: 0, image_bytes: 0, storage_bytes: 3111 })
    expect(await usedOf(db, 'p')).toEqual({ images: 0, image_bytes: 0, storage_bytes: 0 })
    await db.destroy()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
