/** A platform whose files are in a bucket, on a store that others wrote. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { restoreBackup } from '../../../../src/platform/files/backup/restore-backup.ts'
import { writeBackup } from '../../../../src/platform/files/backup/write-backup.ts'
import type { PlatformOptions } from '../../../../src/platform/platform.ts'
import { databaseFor, newPostgresUrl } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { ACCOUNT, startStore, type TestStore } from '../../support/object-store.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'

let store: TestStore
let root: string
const open: Harness[] = []
let prefixes = 0

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCOUNT)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCOUNT)
  root = mkdtempSync(join(tmpdir(), 'sightline-bucket-'))
  store = await startStore()
})
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
afterAll(async () => {
  await store.close()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const newPrefix = () => `team-${++prefixes}`

async function start(options: Partial<PlatformOptions> = {}): Promise<Harness> {
  const h = await startHarness(options)
  open.push(h)
  return h
}

async function newImage(h: Harness, name: string): Promise<string> {
  const datasets = await h.api<{ id: string }[]>('GET', '/datasets/')
  if (!datasets.body[0]) await h.api('POST', '/datasets/', { body: { name: 'Street' } })
  const gcs_uri = await h.upload(name, `${IMAGE_BYTES} ${name}`, 'image/jpeg')
  const made = await h.api<{ id: string }>('POST', '/images/', { body: { dataset: 'Street', gcs_uri } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body.id
}

const blobsOf = async (prefix: string) => (await store.keys(`${prefix}/blobs/`)).length
const content = (h: Harness, id: string) => h.api<string>('GET', `/images/${id}/content`)
const forgetCopies = (h: Harness) => rmSync(join(h.dataDir, 'blobs'), { recursive: true })

describe('files in a bucket', () => {
  it('are fetched by a machine that has no copy of them, and removed with their images', async () => {
    const prefix = newPrefix()
    const h = await start({ store: store.url(prefix) })
    const before = await blobsOf(prefix)
    const id = await newImage(h, 'a.jpg')
    expect(await blobsOf(prefix)).toBe(before + 1)
    const first = await content(h, id)
    forgetCopies(h)
    const again = await Promise.all([content(h, id), content(h, id), content(h, id)])
    expect(again.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, first.body]))
    await h.api('DELETE', '/datasets/Street')
    expect(await blobsOf(prefix)).toBe(before)
  })

  it('are exported and counted as if they were in the data folder', async () => {
    const prefix = newPrefix()
    const h = await start({ store: store.url(prefix) })
    await newImage(h, 'a.jpg')
    await newImage(h, 'b.jpg')
    forgetCopies(h)
    const body = { name: 'All', dataset: 'Street', format: 'coco' }
    const made = await h.api<{ id: string }>('POST', '/exports/', { body })
    expect(made.status).toBe(201)
    await expect
      .poll(async () => (await h.api('GET', `/exports/${made.body.id}`)).body)
      .toMatchObject({ status: 'completed' })
    const { body: place } = await h.api<{ data: { download_url: string } }>('GET', `/exports/${made.body.id}/download`)
    forgetCopies(h)
    const archive = await fetch(place.data.download_url)
    expect([archive.status, (await archive.text()).slice(0, 2)]).toEqual([200, 'PK'])
    const { body: use } = await h.api<{ parts: { kind: string; bytes: number }[] }>('GET', '/operator/storage', {
      key: h.operatorKey,
    })
    const images = use.parts.find(({ kind }) => kind === 'images')
    expect(images?.bytes).toBeGreaterThanOrEqual(2 * IMAGE_BYTES.length)
  })

  it('are those of the data folder at the first start with a bucket, and are needed from then on', async () => {
    const prefix = newPrefix()
    const dataDir = mkdtempSync(join(root, 'data-'))
    const before = await startHarness({ dataDir, store: '' })
    const id = await newImage(before, 'a.jpg')
    await before.close()
    const there = await startHarness({ dataDir, store: store.url(prefix) })
    const known = await content(there, id)
    await there.close()

    forgetCopies(there)
    await expect(startHarness({ dataDir, store: '' })).rejects.toThrow('Start with --store')
    await expect(startHarness({ dataDir, store: store.url(newPrefix()) })).rejects.toThrow('restore a backup')
    const h = await start({ dataDir, store: store.url(prefix) })
    expect((await content(h, id)).body).toBe(known.body)
    await expect(startHarness({ store: store.url(prefix) })).rejects.toThrow('another installation')
  })

  it('are in a backup, from which a server without a bucket starts', async () => {
    const prefix = newPrefix()
    const h = await start({ store: store.url(prefix) })
    const id = await newImage(h, 'a.jpg')
    forgetCopies(h)
    const database = await databaseFor(h.dataDir)
    const folder = join(root, `backup-${prefix}`)
    const options = { dataDir: h.dataDir, withSecrets: true, version: '1.2.3', now: () => new Date() }
    const where = { ...(database && { database }) }
    await expect(writeBackup({ ...options, ...where, target: folder })).rejects.toThrow('--store')
    await writeBackup({ ...options, ...where, target: folder, store: store.url(prefix) })

    const restored = { dataDir: join(root, `restored-${prefix}`), ...(await restoredDatabase()) }
    await restoreBackup({ folder, ...restored })
    const other = await start({ ...restored, store: '' })
    expect((await content(other, id)).body).toBe((await content(h, id)).body)
  })

  it('are missed for as long as the store is away, and work that needs them waits', async () => {
    const prefix = newPrefix()
    const h = await start({ store: store.url(prefix) })
    const id = await newImage(h, 'a.jpg')
    forgetCopies(h)
    await store.leave()
    try {
      expect(await h.fail('GET', `/images/${id}/content`)).toMatchObject({
        status: 503,
        error: { code: 'store_unavailable' },
      })
      const { body: made } = await h.api<{ id: string }>('POST', '/exports/', {
        body: { name: 'All', dataset: 'Street', format: 'coco' },
      })
      await expect.poll(() => h.logged.join('\n')).toContain('is executed again')
      expect((await h.api('GET', `/exports/${made.id}`)).body).not.toMatchObject({ status: 'failed' })
      await store.comeBack()
      await expect
        .poll(async () => (await h.api('GET', `/exports/${made.id}`)).body)
        .toMatchObject({ status: 'completed' })
    } finally {
      await store.comeBack().catch(() => undefined)
    }
    expect((await content(h, id)).status).toBe(200)
    expect(h.logged.join('\n')).toContain('responds again')
  })

  it.each([
    ['empty', 0],
    ['written in parts', 40_000_000],
  ])('are the same when they are %s', { timeout: 120_000 }, async (_title, size) => {
    const h = await start({ store: store.url(newPrefix()) })
    const uri = await h.upload('a.mp4', 'x'.repeat(size))
    forgetCopies(h)
    const { status, body } = await h.api<string>('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`)
    expect([status, body.length]).toEqual([200, size])
  })

  it('that differ from their hash are not served', async () => {
    const prefix = newPrefix()
    const h = await start({ store: store.url(prefix) })
    const id = await newImage(h, 'a.jpg')
    const { headers } = await content(h, id)
    const sha256 = headers.get('etag')?.replaceAll('"', '') as string
    forgetCopies(h)
    await store.put(`${prefix}/blobs/${sha256.slice(0, 2)}/${sha256}`, 'other bytes')
    expect((await content(h, id)).status).toBe(500)
    expect(existsSync(join(h.dataDir, 'blobs', sha256.slice(0, 2), sha256))).toBe(false)
  })
})

async function restoredDatabase(): Promise<{ database?: string }> {
  const database = await newPostgresUrl('template1')
  return database === undefined ? {} : { database }
}

it('names the store that cannot be used at the start', async () => {
  const url = store.url(newPrefix()).replace('pictures', 'no-such-bucket')
  await expect(startHarness({ store: url })).rejects.toThrow('NoSuchBucket')
  const silent = `s3://pictures?endpoint=${encodeURIComponent('http://127.0.0.1:9')}`
  await expect(startHarness({ store: silent })).rejects.toThrow('ECONNREFUSED')
})
