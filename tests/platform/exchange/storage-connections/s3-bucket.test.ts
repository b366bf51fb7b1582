/** The client of a bucket: keys of every form, replies that stall, and objects that are too large. */
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '../../../../src/platform/exchange/storage-connections/bucket.ts'
import { BucketFailure, bucketFailure } from '../../../../src/platform/exchange/storage-connections/bucket-failure.ts'
import { isSafeKey } from '../../../../src/platform/exchange/storage-connections/object-path.ts'
import { createOpenBucket } from '../../../../src/platform/exchange/storage-connections/s3-bucket.ts'
import { ACCESS_KEY, BUCKET, failing, REGION, SECRET_KEY, type StrictStore, startStrictStore } from './strict-store.ts'

const never = new AbortController().signal

let store: StrictStore
let bucket: Bucket
/** On a busy machine, replies can take longer than it waits. */
let impatient: Bucket
beforeAll(async () => {
  store = await startStrictStore()
  const open = (options = {}) =>
    createOpenBucket({ allowPrivate: true, attempts: 2, ...options })(
      { provider: 'other', bucket: BUCKET, region: REGION, endpoint: store.endpoint },
      { access_key_id: ACCESS_KEY, secret_access_key: SECRET_KEY },
    )
  bucket = await open()
  impatient = await open({ silentForMs: 300 })
})
afterAll(async () => {
  bucket.close()
  impatient.close()
  await store.close()
})
afterEach(() => {
  store.intercept = null
  store.objects.clear()
  store.calls.length = 0
})

const list = (of = bucket) => of.list({ prefix: '', isOneFolder: false, limit: 1000 }, never)

it('lists and reads keys of every form that is accepted', async () => {
  const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => isSafeKey(text))
  const special = fc.constantFrom(
    'a b.jpg',
    'a+b',
    '100%',
    'a%20b',
    "it's (1)!*.jpg",
    'ü/日本.jpg',
    'a&b<c>"d"',
    '~',
    'x=y&z?#',
    '🎥.png',
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.oneof(key, special), { minLength: 1, maxLength: 8 }), async (keys) => {
      store.objects.clear()
      for (const one of keys) store.put(one, `bytes of ${one}`)
      const { objects } = await list()
      expect(objects.map((object) => object.key).sort()).toEqual([...keys].sort())
      for (const one of keys) {
        const { bytes, size } = await bucket.read(one, 1000, never)
        const text = (await buffer(bytes)).toString()
        expect([text, size]).toEqual([`bytes of ${one}`, Buffer.byteLength(text)])
      }
    }),
    { numRuns: 40 },
  )
})

describe('a store that stalls', () => {
  it('ends a listing with the reason', async () => {
    store.intercept = () => true
    await expect(list(impatient)).rejects.toMatchObject({
      reason: { code: 'storage_connection.slow' },
      scope: 'passing',
    })
  })

  it('ends an object that stops in the middle', async () => {
    store.put('1.jpg')
    store.intercept = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('IMAGE')
      return true
    }
    const read = impatient.read('1.jpg', 1000, never).then(({ bytes }) => buffer(bytes))
    const failure = await read.catch((error) => bucketFailure(error, '', 'object'))
    expect(failure).toMatchObject({ scope: 'passing' })
  })
})

it('reads no more of an object than its limit, whatever size the store names', async () => {
  store.intercept = (_, response) => {
    response.writeHead(200).end('x'.repeat(5000))
    return true
  }
  const { bytes } = await bucket.read('1.jpg', 1000, never)
  await expect(buffer(bytes)).rejects.toMatchObject({ reason: { code: 'storage_connection.object_large' } })
})

it('tries again after an error of the store, and not after a refusal', async () => {
  store.intercept = failing(503, 'SlowDown')
  await expect(list()).rejects.toBeInstanceOf(BucketFailure)
  expect(store.calls).toHaveLength(2)
  store.intercept = failing(403, 'AccessDenied')
  await expect(list()).rejects.toBeInstanceOf(BucketFailure)
  expect(store.calls).toHaveLength(3)
})

it('ends a call that is stopped', async () => {
  store.intercept = () => true
  const stop = new AbortController()
  const listing = bucket.list({ prefix: '', isOneFolder: false, limit: 1 }, stop.signal)
  stop.abort()
  await expect(listing).rejects.toBeInstanceOf(BucketFailure)
})
