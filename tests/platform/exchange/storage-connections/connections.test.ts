/** Connections to buckets: checked before they are stored, listed without credentials, browsed within their prefix. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {
  StorageConnection,
  StoragePage,
  StorageValidation,
} from '../../../../src/shared/api/storage-connections.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { connect, settingsOf } from './connection-calls.ts'
import { ACCESS_KEY, failing, SECRET_KEY, type StrictStore, startStrictStore } from './strict-store.ts'

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
afterEach(async () => {
  store.intercept = null
  store.objects.clear()
  const { body } = await h.api<StorageConnection[]>('GET', '/storage-connections')
  for (const { id } of body) await h.api('DELETE', `/storage-connections/${id}`)
})

const connections = async () => (await h.api<StorageConnection[]>('GET', '/storage-connections')).body

describe('a connection', () => {
  it('is stored with the time of its check, and listed without credentials', async () => {
    const created = await connect(h, store, { prefix: 'photos' })
    expect(created).toEqual({
      id: created.id,
      organization_id: h.platform.organizationId,
      name: 'Pictures',
      provider: 'other',
      bucket: 'pictures',
      region: 'eu-west-9',
      endpoint: store.endpoint,
      prefix: 'photos/',
      created_by: null,
      last_verified_at: created.created_at,
      created_at: expect.any(String),
    })
    expect(await connections()).toEqual([created])
    expect((await h.api('GET', `/storage-connections/${created.id}`)).body).toEqual(created)
    expect(store.calls.at(-1)).toBe('LIST photos/')
  })

  it('has the next free name when its own is taken', async () => {
    await connect(h, store)
    expect((await connect(h, store)).name).toBe('Pictures (2)')
  })

  it('is gone after its deletion', async () => {
    const { id } = await connect(h, store)
    expect((await h.api('DELETE', `/storage-connections/${id}`)).status).toBe(204)
    expect((await h.fail('GET', `/storage-connections/${id}`)).status).toBe(404)
    expect(await connections()).toEqual([])
  })

  it('leaves its credentials in no file and no line of the log', async () => {
    // The reply is kept for repetitions of the call.
    const headers = { 'idempotency-key': 'connect-once' }
    await h.api('POST', '/storage-connections', { body: settingsOf(store), headers })
    store.intercept = failing(403, 'SignatureDoesNotMatch')
    const [{ id } = { id: '' }] = await connections()
    await h.api('POST', `/storage-connections/${id}/validate`)
    const files = readdirSync(h.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    for (const text of [...texts, h.logged.join('\n')]) {
      expect(text.includes(SECRET_KEY) || text.includes(ACCESS_KEY)).toBe(false)
    }
  })
})

describe('a bucket that can’t be listed', () => {
  it.each([
    ['an unknown access key', { access_key_id: 'AKIAOTHER' }, 'unknown_key'],
    ['a wrong secret', { secret_access_key: 'wrong' }, 'wrong_secret'],
    ['another region', { region: 'us-east-1' }, 'other_region'],
    ['a missing bucket', { bucket: 'nothing-here' }, 'no_bucket'],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }, 'refused'],
    ['an unknown host', { endpoint: 'http://nobody.invalid' }, 'unknown_host'],
  ])('is refused with the reason for %s, and nothing is stored', async (_, settings, reason) => {
    const { status, error } = await h.fail('POST', '/storage-connections', {
      body: { ...settingsOf(store), ...settings },
    })
    expect([status, error.kind, error.code]).toEqual([400, 'ValidationError', 'bucket_unreadable'])
    expect(error.text).toMatchObject({ params: { reason: { code: `storage_connection.${reason}` } } })
    expect(JSON.stringify(error)).not.toContain(ACCESS_KEY)
    expect(await connections()).toEqual([])
  })

  it.each([
    [403, 'AccessDenied', 'may_not_list'],
    [301, 'PermanentRedirect', 'other_region'],
    [403, 'RequestTimeTooSkewed', 'wrong_clock'],
    [500, 'InternalError', 'server_error'],
    [418, 'Odd', 'unexpected'],
  ])('is refused for the reply %i %s', async (status, code, reason) => {
    store.intercept = failing(status, code)
    const { error } = await h.fail('POST', '/storage-connections', { body: settingsOf(store) })
    expect(error.text).toMatchObject({ params: { reason: { code: `storage_connection.${reason}` } } })
  })

  it.each([
    ['a page', '<!doctype html><html><body>Hello & welcome</body></html>', 'text/html'],
    ['an endless reply', 'x'.repeat(5_000_000), 'application/xml'],
  ])('is refused for %s in place of a listing', async (_, body, type) => {
    store.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
      return true
    }
    expect((await h.fail('POST', '/storage-connections', { body: settingsOf(store) })).status).toBe(400)
    expect(await connections()).toEqual([])
  })
})

describe('the check of a connection', () => {
  it('returns the reason when the bucket can’t be listed any more, and the time when it can', async () => {
    const { id, last_verified_at } = await connect(h, store)
    store.intercept = failing(403, 'AccessDenied')
    const bad = await h.api<StorageValidation>('POST', `/storage-connections/${id}/validate`)
    expect([bad.status, bad.body]).toEqual([
      200,
      {
        valid: false,
        last_verified_at,
        error: expect.stringContaining('may not list'),
        text: { code: 'storage_connection.may_not_list', params: {} },
      },
    ])
    store.intercept = null
    const good = (await h.api<StorageValidation>('POST', `/storage-connections/${id}/validate`)).body
    expect(good).toEqual({ valid: true, last_verified_at: expect.any(String), error: null })
    expect((await connections())[0]?.last_verified_at).toBe(good.last_verified_at)
  })
})

describe('the browser of a bucket', () => {
  const browse = async (id: string, query: Record<string, string> = {}) =>
    (await h.api<StoragePage>('GET', `/storage-connections/${id}/browse?${new URLSearchParams(query)}`)).body

  it('lists folders, images with their sizes, and objects that can’t be imported', async () => {
    for (const key of ['photos/', 'photos/a b+ü.jpg', 'photos/c.PNG', 'photos/notes.txt', 'photos/day 1/x.jpg']) {
      store.put(key, key === 'photos/' ? '' : '12345')
    }
    store.put('photos/empty.jpg', '')
    store.put('photos-private/secret.jpg')
    const { id } = await connect(h, store, { prefix: 'photos' })
    expect(await browse(id)).toEqual({
      prefix: 'photos/',
      folders: [{ name: 'day 1', prefix: 'photos/day 1/' }],
      images: [
        { key: 'photos/a b+ü.jpg', name: 'a b+ü.jpg', size: 5 },
        { key: 'photos/c.PNG', name: 'c.PNG', size: 5 },
      ],
      other_objects: [
        { key: 'photos/empty.jpg', name: 'empty.jpg', size: 0 },
        { key: 'photos/notes.txt', name: 'notes.txt', size: 5 },
      ],
      next_token: null,
    })
    expect((await browse(id, { prefix: 'photos/day 1/' })).images.map(({ name }) => name)).toEqual(['x.jpg'])
  })

  it('reaches every object once by its tokens', async () => {
    const keys = Array.from({ length: 1234 }, (_, n) => `p/${String(n).padStart(4, '0')}.jpg`)
    for (const key of keys) store.put(key)
    const { id } = await connect(h, store)
    const found: string[] = []
    for (let token: string | null | undefined; token !== null; ) {
      const page = await browse(id, { prefix: 'p', ...(token && { token }) })
      found.push(...page.images.map(({ key }) => key))
      token = page.next_token
    }
    expect(found).toEqual(keys)
  })

  it('refuses a token that the store did not make', async () => {
    const { id } = await connect(h, store)
    expect((await h.fail('GET', `/storage-connections/${id}/browse?token=forged`)).status).toBe(400)
  })

  it.each(['photos-private/', 'photos/../x/', '/photos/', '..', 'photos/%2e%2e/x/', 'photos/..%2fx/', 'Photos/', 'ph'])(
    'refuses the prefix %s with 422 and asks the store nothing',
    async (prefix) => {
      const { id } = await connect(h, store, { prefix: 'photos/' })
      const before = store.calls.length
      const { status, error } = await h.fail(
        'GET',
        `/storage-connections/${id}/browse?${new URLSearchParams({ prefix })}`,
      )
      expect([status, error.details[0]?.field]).toEqual([422, '/prefix'])
      expect(store.calls.length).toBe(before)
    },
  )

  it('leaves out what a store lists outside of the prefix', async () => {
    const { id } = await connect(h, store, { prefix: 'photos/' })
    store.intercept = (_, response) => {
      const inside = ['photos/1.jpg', 'private/2.jpg', 'photos-private/3.jpg', 'photos/../4.jpg']
      const contents = inside.map((key) => `<Contents><Key>${key}</Key><Size>5</Size></Contents>`).join('')
      const folders =
        '<CommonPrefixes><Prefix>private/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>photos/../</Prefix></CommonPrefixes>'
      response.end(`<ListBucketResult>${contents}${folders}<IsTruncated>false</IsTruncated></ListBucketResult>`)
      return true
    }
    const page = await browse(id)
    expect(page.images.map(({ key }) => key)).toEqual(['photos/1.jpg'])
    expect(page.folders).toEqual([])
    expect(page.other_objects.map(({ key }) => key)).toEqual(['photos/../4.jpg'])
  })
})
