/** Imports from buckets: structure, repetition, bounds, failures, cancellation. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { createFullDisk } from '../../support/full-disk.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { connect, createDataset, endedImport, imported, pathsOf, readImport, startImport } from './connection-calls.ts'
import { etagOf, failing, type StrictStore, startStrictStore } from './strict-store.ts'

let h: Harness
let store: StrictStore
beforeAll(async () => {
  store = await startStrictStore()
  h = await startHarness({ allowPrivateWebhooks: true })
})
afterAll(async () => {
  await h.close()
  await store.close()
})
afterEach(() => {
  store.intercept = null
  store.unreadable.clear()
  store.objects.clear()
  store.calls.length = 0
})

const gets = () => store.calls.filter((call) => call.startsWith('GET '))

describe('an import of a folder', () => {
  it('keeps the structure below the prefix, and ignores objects that are no images', async () => {
    for (const key of ['photos/batch1/img.jpg', 'photos/a ü+&.png', 'photos/x/y/z.webp', 'photos-private/no.jpg']) {
      store.put(key)
    }
    for (const key of ['photos/', 'photos/readme.txt', 'photos/empty.jpg']) store.put(key, '')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const job = await imported(h, id, { project_id: dataset, prefix: 'photos/', dest_folder: 'new' })
    expect(job).toEqual({
      id: job.id,
      connection_id: id,
      project_id: dataset,
      prefix: 'photos/',
      dest_folder: '/new',
      status: 'completed',
      progress: 100,
      processed_items: 3,
      total_items: 3,
      error_message: null,
      result: { imported: 3, skipped: 0, failed: 0, warning: null, failures: [] },
      created_at: expect.any(String),
      completed_at: expect.any(String),
    })
    expect(await pathsOf(h, dataset)).toEqual(['/new/a ü+&.png', '/new/batch1/img.jpg', '/new/x/y/z.webp'])
    const image = await h.api<{ id: string }>('GET', `/images/?dataset=${dataset}&filename=new/batch1/img.jpg`)
    expect((await h.api('GET', `/images/${image.body.id}/content`)).body).toBe('IMAGE photos/batch1/img.jpg')
  })

  it('fetches nothing twice, and only what is new', async () => {
    store.put('p/1.jpg')
    store.put('p/2.jpg')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    await imported(h, id, { project_id: dataset, prefix: 'p' })
    store.calls.length = 0
    store.put('p/3.jpg')
    const again = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect(again.result).toMatchObject({ imported: 1, skipped: 2, failed: 0 })
    expect(gets()).toEqual(['GET p/3.jpg'])
  })

  it('does not import an image again after its directory was renamed', async () => {
    store.put('p/d/1.jpg')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    await imported(h, id, { project_id: dataset, prefix: 'p' })
    await h.api('PATCH', `/directories/${dataset}/d/rename`, { body: { new_name: 'done' } })
    const again = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect(again.result).toMatchObject({ imported: 0, skipped: 1 })
    expect(await pathsOf(h, dataset)).toEqual(['/done/1.jpg'])
  })

  it('leaves an image that came otherwise as it is', async () => {
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const gcs_uri = await h.upload('1.jpg', 'IMAGE of my own', 'image/jpeg')
    await h.api('POST', '/images/', { body: { dataset, gcs_uri, directory_path: 'in' } })
    store.put('p/1.jpg')
    const { result } = await imported(h, id, { project_id: dataset, prefix: 'p', dest_folder: '/in/' })
    expect(result).toMatchObject({ imported: 0, skipped: 1, warning: null })
    expect(await pathsOf(h, dataset)).toEqual(['/in/1.jpg'])
  })

  it('warns about objects that changed since they were imported', async () => {
    store.put('p/1.jpg', 'IMAGE old')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    await imported(h, id, { project_id: dataset, prefix: 'p' })
    store.put('p/1.jpg', 'IMAGE new')
    const { result } = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect(result.warning_text).toEqual({ code: 'storage_import.changed', params: { objects: 1 } })
  })

  it('covers the prefix of the connection when it names none', async () => {
    store.put('photos/1.jpg')
    store.put('photos-private/2.jpg')
    const [{ id }, dataset] = [await connect(h, store, { prefix: 'photos' }), await createDataset(h)]
    expect((await imported(h, id, { project_id: dataset })).prefix).toBe('photos/')
    expect(await pathsOf(h, dataset)).toEqual(['/1.jpg'])
  })
})

describe('an import of keys', () => {
  it('imports exactly these, with their folders below the prefix of the connection', async () => {
    for (const key of ['p/a/1.jpg', 'p/2.jpg', 'p/3.jpg', 'p/4.txt']) store.put(key)
    const [{ id }, dataset] = [await connect(h, store, { prefix: 'p/' }), await createDataset(h)]
    const keys = ['p/a/1.jpg', 'p/2.jpg', 'p/2.jpg', 'p/gone.jpg', 'p/4.txt']
    const job = await imported(h, id, { project_id: dataset, keys })
    expect(job).toMatchObject({ status: 'completed', prefix: null, total_items: 4, result: { imported: 2, failed: 2 } })
    expect(job.result.failures.map(({ key, text }) => [key, text?.code])).toEqual([
      ['p/4.txt', 'storage_connection.object_not_image'],
      ['p/gone.jpg', 'storage_connection.object_gone'],
    ])
    expect(await pathsOf(h, dataset)).toEqual(['/2.jpg', '/a/1.jpg'])
    expect(store.calls.some((call) => call.startsWith('LIST p/') && call !== 'LIST p/')).toBe(false)
  })

  it('is refused with 422 together with a prefix', async () => {
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const body = { project_id: dataset, prefix: 'p', keys: ['p/1.jpg'] }
    expect((await h.fail('POST', `/storage-connections/${id}/import`, { body })).status).toBe(422)
  })
})

describe('objects that can’t be imported', () => {
  it('are counted and named with their reasons while the others arrive', async () => {
    store.put('p/good.jpg')
    store.put('p/text.jpg', 'no image')
    store.put('p/video.jpg', 'VIDEO 30 frames')
    store.put('p/denied.jpg')
    store.unreadable.add('p/denied.jpg')
    store.put('p/../up.jpg')
    store.put('p/cut.jpg')
    store.intercept = (call, response) => {
      if (call !== 'GET p/cut.jpg') return false
      response.writeHead(200, { 'content-length': 100 })
      response.write('IMAGE', () => response.destroy())
      return true
    }
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const { status, result } = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect([status, result.imported, result.failed]).toEqual(['completed', 1, 5])
    expect(Object.fromEntries(result.failures.map(({ key, error, text }) => [key, text?.code ?? error]))).toEqual({
      'p/../up.jpg': 'storage_connection.object_unsafe',
      'p/cut.jpg': 'storage_connection.closed',
      'p/denied.jpg': 'storage_connection.object_denied',
      'p/text.jpg': 'This file is not a video that can be read. Choose another one.',
      'p/video.jpg': 'image.unsupported',
    })
    expect(result.warning).toContain('5 objects could not be imported')
    expect(await pathsOf(h, dataset)).toEqual(['/good.jpg'])
  })

  it('make the import fail when there are no others', async () => {
    store.put('p/text.jpg', 'no image')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const job = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect(job).toMatchObject({ status: 'failed', result: { imported: 0, failed: 1 } })
    expect(job.error_message).toContain('p/text.jpg')
  })

  it('end the import after some in a row that the connection itself lost', async () => {
    for (let n = 0; n < 100; n++) store.put(`p/${n}.jpg`)
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    store.intercept = (call, response) => {
      if (call.startsWith('GET ')) response.destroy()
      return call.startsWith('GET ')
    }
    const job = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect([job.status, job.text?.code]).toEqual(['failed', 'storage_connection.closed'])
    expect(job.result.failed).toBeLessThan(20)
  })
})

describe('a bucket that can’t be listed', () => {
  it('makes the import fail with the reason, and adds a notification', async () => {
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    store.intercept = failing(403, 'AccessDenied')
    const job = await imported(h, id, { project_id: dataset, prefix: 'p' })
    expect([job.status, job.text?.code]).toEqual(['failed', 'storage_connection.may_not_list'])
    await eventually(async () => {
      const { notifications } = (await h.api<NotificationList>('GET', '/notifications/')).body
      return notifications.some(
        ({ type, metadata }) => type === 'storage_import_failed' && metadata?.import_id === job.id,
      )
    })
  })
})

describe('the end of an import', () => {
  /** Holds every object back until it is released. */
  function hold() {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    store.intercept = async (call) => {
      if (call.startsWith('GET ')) await released
      return false
    }
    return release
  }

  it('comes at once when it is cancelled, and leaves no file behind', async () => {
    for (let n = 0; n < 20; n++) store.put(`p/${n}.jpg`)
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const release = hold()
    const job = await startImport(h, id, { project_id: dataset, prefix: 'p' })
    await eventually(() => gets().length > 0)
    const { status, body } = await h.api<{ status: string }>('POST', `/storage-connections/imports/${job.id}/cancel`)
    expect([status, body.status]).toEqual([200, 'cancelled'])
    expect((await h.fail('POST', `/storage-connections/imports/${job.id}/cancel`)).status).toBe(409)
    release()
    await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 0)
    expect((await readImport(h, job.id)).status).toBe('cancelled')
    expect(gets().length).toBeLessThan(20)
  })

  it('comes when its connection is deleted; images that arrived stay', async () => {
    store.put('p/first.jpg')
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    await imported(h, id, { project_id: dataset, prefix: 'p' })
    store.put('p/second.jpg')
    const release = hold()
    const job = await startImport(h, id, { project_id: dataset, prefix: 'p' })
    await eventually(() => gets().length > 1)
    await h.api('DELETE', `/storage-connections/${id}`)
    release()
    expect((await endedImport(h, job.id)).status).toBe('cancelled')
    expect(await pathsOf(h, dataset)).toEqual(['/first.jpg'])
    expect((await h.fail('POST', `/jobs/${job.id}/retry`)).status).toBe(409)
  })

  it('is a failure that names the full disk, and a retry imports the rest', async () => {
    for (const name of ['1', '2', '3']) store.put(`p/${name}.jpg`)
    const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
    const release = hold()
    const job = await startImport(h, id, { project_id: dataset, prefix: 'p' })
    await eventually(() => gets().length > 0)
    const disk = createFullDisk()
    try {
      disk.fill(Number.POSITIVE_INFINITY, true)
      release()
      const full = await endedImport(h, job.id)
      expect([full.status, full.text?.code, full.result.imported]).toEqual(['failed', 'storage_import.disk_full', 0])
    } finally {
      disk.restore()
    }
    expect((await h.api('POST', `/jobs/${job.id}/retry`)).status).toBe(200)
    expect((await endedImport(h, job.id)).result).toMatchObject({ imported: 3, skipped: 0, failed: 0 })
  })
})

it('remembers from which object an image was imported', async () => {
  store.put('p/1.jpg')
  const [{ id }, dataset] = [await connect(h, store), await createDataset(h)]
  const job = await imported(h, id, { project_id: dataset, prefix: 'p' })
  const db = await openPlatformDatabase(h.dataDir)
  try {
    const row = await db.selectFrom('image_sources').selectAll().where('import_id', '=', job.id).executeTakeFirst()
    expect(row).toMatchObject({ bucket: 'pictures', object_key: 'p/1.jpg', etag: etagOf(Buffer.from('IMAGE p/1.jpg')) })
  } finally {
    await db.destroy()
  }
})
