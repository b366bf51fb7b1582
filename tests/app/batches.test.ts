import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBatches } from '../../src/app/batches.ts'
import type { Batch } from '../../src/shared/domain/batch.ts'

let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sightline-batches-')), 'batches')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const batch = (id: string, created_at: string): Batch => ({
  id,
  workflow_id: 'wf',
  workflow_name: 'Gate',
  created_at,
  items: [
    {
      id: 'item-1',
      source: { uri: 'file:///a.mp4', name: 'a.mp4', kind: 'video', size_bytes: 10, duration_seconds: 1.5 },
      run_id: null,
      problem: null,
    },
  ],
})

describe('batches', () => {
  it('are empty at first', async () => {
    expect(await createBatches(folder).list()).toEqual([])
  })

  it('are stored across restarts, newest first, and leave only their files behind', async () => {
    const older = batch('a', '2026-03-04T10:00:00.000Z')
    const newer = batch('b', '2026-03-05T10:00:00.000Z')
    await createBatches(folder).save(older, null)
    await createBatches(folder).save(newer, null)
    expect(await createBatches(folder).list()).toMatchObject([{ value: newer }, { value: older }])
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json'])
  })

  it('are replaced as a whole by a window that has read them, and deleted', async () => {
    const batches = createBatches(folder)
    const first = batch('a', '2026-03-04T10:00:00.000Z')
    const revision = await batches.save(first, null)
    const next = await batches.save({ ...first, items: [] }, revision)
    await expect(batches.save(first, revision)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await batches.list()).toEqual([{ value: { ...first, items: [] }, revision: next }])
    await batches.delete('a')
    await batches.delete('a')
    expect(await batches.list()).toEqual([])
  })

  it('that were deleted are not recreated by a save', async () => {
    const batches = createBatches(folder)
    const first = batch('a', '2026-03-04T10:00:00.000Z')
    const revision = await batches.save(first, null)
    await batches.delete('a')
    await expect(batches.save({ ...first, items: [] }, revision)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await batches.list()).toEqual([])
  })

  it('survive a damaged one, whose file is left unchanged', async () => {
    const batches = createBatches(folder)
    const whole = batch('a', '2026-03-04T10:00:00.000Z')
    await batches.save(whole, null)
    writeFileSync(join(folder, 'b.json'), '{"id": "b", "items": [')
    writeFileSync(join(folder, 'c.json'), JSON.stringify({ id: 'c', items: 'of a later version' }))
    expect(await batches.list()).toMatchObject([{ value: whole }])
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json', 'c.json'])
  })
})
