import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { UNUSED_FOR_MS } from '../../../../src/platform/datasets/storage/reclaim.ts'
import type { StorageUse } from '../../../../src/shared/api/storage.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { detectingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const HOUR_MS = 60 * 60_000
let h: Harness
let clock = Date.now()
const start = (dataDir?: string) => startHarness({ now: () => new Date(clock), ...(dataDir ? { dataDir } : {}) })

/** Restarts on the same data after some time. */
async function restart(afterMs = 0): Promise<void> {
  const { dataDir } = h
  await h.platform.close()
  clock += afterMs
  h = await start(dataDir)
}

beforeEach(async () => {
  clock = Date.now()
  h = await start()
})
afterEach(async () => {
  await h.close()
  rmSync(h.dataDir, { recursive: true, force: true })
})

const blobPath = (sha256: string) => join(h.dataDir, 'blobs', sha256.slice(0, 2), sha256)
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const isStored = (content: string) => existsSync(blobPath(hashOf(content)))
const contentOf = (handle: string) => h.api('GET', `/uploads/content?uri=${encodeURIComponent(handle)}`)

async function makeDataset(name: string): Promise<void> {
  expect((await h.api('POST', '/datasets/', { body: { name, annotation_types: ['bbox'] } })).status).toBe(201)
}
async function addImage(dataset: string, content: string): Promise<string> {
  const handle = await h.upload('1.jpg', content, 'image/jpeg')
  const { status } = await h.api('POST', '/images/', { body: { dataset, gcs_uri: handle } })
  expect(status).toBe(201)
  return handle
}
async function importModel(content: string): Promise<{ handle: string; id: string }> {
  const handle = await h.upload('net.onnx', content)
  const { status, body } = await h.api<{ id: string }>('POST', '/models/import', { body: { gcs_uri: handle } })
  expect(status).toBe(201)
  return { handle, id: body.id }
}
const PICTURE = 'IMAGE 1'
const NET = 'MODEL car'

describe('an upload', () => {
  it('replaces an identical file that was truncated on the disk', async () => {
    await h.upload('a.mp4', 'a whole video')
    writeFileSync(blobPath(hashOf('a whole video')), 'a wh')
    const again = await h.upload('a.mp4', 'a whole video')
    expect((await contentOf(again)).body).toBe('a whole video')
  })

  it('is stored once, whoever sends the same bytes', async () => {
    const [first, second] = [await h.upload('a.mp4', 'video'), await h.upload('b.mp4', 'video')]
    expect(isStored('video')).toBe(true)
    expect((await contentOf(first)).status).toBe(200)
    expect((await contentOf(second)).status).toBe(200)
  })

  it('without references is removed after a week without use, not before', async () => {
    const handle = await h.upload('a.mp4', 'video')
    await restart()
    await restart(UNUSED_FOR_MS - HOUR_MS)
    expect((await contentOf(handle)).status).toBe(200)
    await restart(HOUR_MS)
    expect((await contentOf(handle)).status).toBe(404)
    // A sweep has removed it, not a call.
    await restart(SWEPT_AFTER_MS)
    expect(isStored('video')).toBe(false)
  })

  it('without references is removed after a week when the clock was set back by a day', async () => {
    const handle = await h.upload('a.mp4', 'video')
    await restart()
    await restart(-24 * HOUR_MS)
    await restart(UNUSED_FOR_MS)
    expect((await contentOf(handle)).status).toBe(404)
  })

  it('without references can be cleared after the clock was set back by a day', async () => {
    await h.upload('a.mp4', 'video')
    clock -= 24 * HOUR_MS
    await h.api('POST', '/storage/clear', { body: { kind: 'uploads' } })
    expect(isStored('video')).toBe(false)
  })

  it('that a workflow, a version or a batch refers to is kept', async () => {
    const handles = await Promise.all(['a', 'b', 'c'].map((name) => h.upload(`${name}.mp4`, `video ${name}`)))
    const graphs = handles.map((gcs_uri) => detectingGraph({ kind: 'video', gcs_uri }))
    const workflow = await h.createWorkflow('Uses it', graphs[0])
    const version = { kind: 'named', note: 'Before', graph: graphs[1], layout: null }
    expect((await h.api('POST', `/studio/workflows/${workflow}/versions`, { body: version })).status).toBe(201)
    const source = { uri: handles[2] as string, name: 'c.mp4', kind: 'video', size_bytes: 7, duration_seconds: null }
    const items = [{ id: 'i-1', source, run_id: null, problem: null }]
    const batch = { id: 'b-1', workflow_id: workflow, workflow_name: 'Uses it', created_at: '2026-03-04', items }
    expect((await h.api('POST', '/studio/batches', { body: batch })).status).toBe(201)
    await restart()
    await restart(2 * UNUSED_FOR_MS)
    for (const handle of handles) expect((await contentOf(handle)).status).toBe(200)
  })

  it('that was referred to meanwhile starts its week again', async () => {
    const handle = await h.upload('a.mp4', 'video')
    await restart()
    const workflow = await h.createWorkflow('Uses it', detectingGraph({ kind: 'video', gcs_uri: handle }))
    await restart(UNUSED_FOR_MS)
    await h.api('DELETE', `/workflows/${workflow}`)
    await restart()
    expect((await contentOf(handle)).status).toBe(200)
  })
})

describe('a deleted data set', () => {
  it('leaves nothing of its images, except files that another data set or workflow uses', async () => {
    await makeDataset('Streets')
    await makeDataset('Others')
    const [gone, shared, named] = [`${PICTURE} gone`, `${PICTURE} shared`, `${PICTURE} named`]
    await addImage('Streets', gone)
    await addImage('Streets', shared)
    await addImage('Others', shared)
    const handle = await addImage('Streets', named)
    await h.createWorkflow('Uses it', detectingGraph({ kind: 'image', gcs_uri: handle }))
    const { body } = await h.api('DELETE', '/datasets/Streets')
    expect(body).toMatchObject({ images_deleted: 3, store_blobs_deleted: 1 })
    expect([isStored(gone), isStored(shared), isStored(named)]).toEqual([false, true, true])
    expect((await contentOf(handle)).status).toBe(200)
  })
})

describe('a deleted model', () => {
  it('leaves nothing of its file, neither as a model nor as an upload', async () => {
    const { handle, id } = await importModel(NET)
    expect(isStored(NET)).toBe(true)
    expect((await contentOf(handle)).status).toBe(200)
    expect((await h.api('DELETE', `/models/${id}`)).status).toBe(204)
    expect(isStored(NET)).toBe(false)
    expect((await contentOf(handle)).status).toBe(404)
  })

  it('leaves its file to a fork', async () => {
    const { id } = await importModel(NET)
    const { organizationId } = h.platform
    expect((await h.api('POST', `/models/${organizationId}/${id}/fork`, { body: {} })).status).toBe(201)
    await h.api('DELETE', `/models/${id}`)
    expect(isStored(NET)).toBe(true)
  })
})

describe('a start', () => {
  it('finishes the deletion of a model after a crash', async () => {
    const { id } = await importModel(NET)
    await h.platform.close()
    const db = await openPlatformDatabase(h.dataDir)
    await db.deleteFrom('models').where('id', '=', id).execute()
    await db.destroy()
    h = await start(h.dataDir)
    expect(isStored(NET)).toBe(true)
    await restart(SWEPT_AFTER_MS + HOUR_MS)
    expect(isStored(NET)).toBe(false)
  })
})

describe('the storage', () => {
  const partOf = (use: StorageUse, kind: string) => use.parts.find((part) => part.kind === kind)
  const asOperator = () => ({ key: h.operatorKey })
  const use = async () => (await h.api<StorageUse>('GET', '/operator/storage', asOperator())).body
  const clear = (kind: string) =>
    h.api<StorageUse>('POST', '/operator/storage/clear', { body: { kind }, ...asOperator() })

  it('counts each file once, and the files that can be cleared', async () => {
    const before = await use()
    const { id } = await importModel(NET)
    await h.upload('a.mp4', 'video')
    await h.upload('b.mp4', 'video')
    const after = await use()
    const grown = (kind: string) => (partOf(after, kind)?.bytes ?? 0) - (partOf(before, kind)?.bytes ?? 0)
    expect([grown('models'), grown('uploads'), grown('images')]).toEqual([NET.length, 'video'.length, 0])
    // Young uploads may still get a reference.
    expect(partOf(after, 'uploads')?.clearable).toEqual({ bytes: 0, count: 0 })
    clock += HOUR_MS
    expect(partOf(await use(), 'uploads')?.clearable).toEqual({ bytes: 'video'.length, count: 2 })
    await h.api('DELETE', `/models/${id}`)
    expect(partOf(await use(), 'models')?.bytes).toBe(partOf(before, 'models')?.bytes)
  })

  it('clears unused uploads at once, and leaves the others', async () => {
    const named = await h.upload('a.mp4', 'named')
    const unused = await h.upload('b.mp4', 'unused')
    await h.createWorkflow('Uses it', detectingGraph({ kind: 'video', gcs_uri: named }))
    clock += HOUR_MS
    const { status, body } = await clear('uploads')
    expect(status).toBe(200)
    expect(partOf(body, 'uploads')).toMatchObject({ count: 1, clearable: { bytes: 0, count: 0 } })
    expect((await contentOf(named)).status).toBe(200)
    expect((await contentOf(unused)).status).toBe(404)
    expect(isStored('unused')).toBe(false)
  })

  it('clears the cache', async () => {
    mkdirSync(join(h.dataDir, 'cache', 'ab'), { recursive: true })
    writeFileSync(join(h.dataDir, 'cache', 'ab', 'tape'), 'tape')
    expect(partOf(await use(), 'cache')).toMatchObject({ bytes: 4, clearable: { bytes: 4 } })
    const { body } = await clear('cache')
    expect(partOf(body, 'cache')).toMatchObject({ bytes: 0, count: 0 })
  })

  it('clears nothing while a run is live', async () => {
    const workflow = await h.createWorkflow('Runs', detectingGraph())
    const run = await h.startRun(workflow)
    expect((await use()).in_use).toBe(true)
    const { status, error } = await h.fail('POST', '/operator/storage/clear', {
      body: { kind: 'cache' },
      ...asOperator(),
    })
    expect([status, error.code]).toEqual([409, 'wrong_state'])
    await h.api('POST', `/workflow-runs/${run}/cancel`)
    expect((await use()).in_use).toBe(false)
  })
})
