/** Connection, browser and import on a store that others wrote, with objects that the client of S3 put there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StorageConnectionCreate, StoragePage } from '../../../../src/shared/api/storage-connections.ts'
import type { Harness } from '../../support/harness.ts'
import { ACCOUNT, startStore, type TestStore } from '../../support/object-store.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { connect, createDataset, imported, pathsOf } from './connection-calls.ts'

let h: Harness
let store: TestStore
let settings: Partial<StorageConnectionCreate>
beforeAll(async () => {
  store = await startStore()
  settings = { access_key_id: ACCOUNT, secret_access_key: ACCOUNT, provider: 'store_d', region: null }
  for (const key of ['photos/a b/ü+1.jpg', 'photos/2.png', 'photos/notes.txt', 'photos-private/3.jpg']) {
    await store.put(key, `IMAGE ${key}`)
  }
  h = await joinPlatform({ allowPrivateWebhooks: true })
})
afterAll(async () => {
  await h.close()
  await store.close()
})

it('lists and imports the objects below its prefix', async () => {
  const { id } = await connect(h, { endpoint: store.endpoint }, { ...settings, prefix: 'photos' })
  const page = (await h.api<StoragePage>('GET', `/storage-connections/${id}/browse`)).body
  expect(page).toEqual({
    prefix: 'photos/',
    folders: [{ name: 'a b', prefix: 'photos/a b/' }],
    images: [{ key: 'photos/2.png', name: '2.png', size: 18 }],
    other_objects: [{ key: 'photos/notes.txt', name: 'notes.txt', size: 22 }],
    next_token: null,
  })
  const dataset = await createDataset(h)
  const job = await imported(h, id, { project_id: dataset })
  expect([job.status, job.result.imported, job.result.failures]).toEqual(['completed', 2, []])
  expect(await pathsOf(h, dataset)).toEqual(['/2.png', '/a b/ü+1.jpg'])
})
