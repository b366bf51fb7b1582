/** The objects that an import finds: bounded, each place once, and counted again after a crash. */
import { describe, expect, it } from 'vitest'
import type { Bucket, BucketObject } from '../../../../src/platform/exchange/storage-connections/bucket.ts'
import { findObjects } from '../../../../src/platform/exchange/storage-connections/find-objects.ts'
import {
  type Place,
  pathOf,
  type Taken,
} from '../../../../src/platform/exchange/storage-connections/import-repository.ts'
import { createTally } from '../../../../src/platform/exchange/storage-connections/import-tally.ts'

const bucketOf = (keys: readonly string[]): Bucket => ({
  async list({ token = '0', limit }) {
    const from = Number(token)
    const page = keys.slice(from, from + limit).map((key): BucketObject => ({ key, size: 5, etag: '"e"' }))
    return { folders: [], objects: page, next: from + limit < keys.length ? String(from + limit) : null }
  },
  read: () => Promise.reject(new Error('Nothing is read.')),
  close: () => undefined,
})

async function find(keys: readonly string[], { taken = {}, found = 10_000, listed = 100_000 } = {}) {
  const places = new Map(Object.entries(taken) as [string, Taken][])
  const tally = createTally()
  const objects = await findObjects(
    { importId: 'mine', datasetId: 'd', bucketName: 'b', directory: '/in', prefix: 'p/', keys: null },
    bucketOf(keys),
    {
      taken: async (_, wanted: readonly Place[]) =>
        new Map(wanted.map(pathOf).flatMap((path) => (places.has(path) ? [[path, places.get(path) as Taken]] : []))),
    },
    tally,
    { signal: new AbortController().signal, limits: { found, listed }, listed: async () => undefined },
  )
  return { keys: objects.map(({ key }) => key), tally, warning: tally.counts().warning }
}

const many = (count: number) => Array.from({ length: count }, (_, n) => `p/${n}.jpg`)
const other = { import_id: 'other', object_key: 'p/0.jpg', etag: '"e"', bucket: 'b' }

describe('an import', () => {
  it('takes no more new objects than its bound, and says so', async () => {
    const { keys, warning } = await find(many(7), { found: 5 })
    expect(keys).toEqual(many(5))
    expect(warning).toContain('storage_import.bounded')
  })

  it('has no warning when it takes exactly as many as its bound', async () => {
    expect((await find(many(5), { found: 5 })).warning).toBeNull()
  })

  it('reaches new objects behind any number of those that are there already', async () => {
    const taken = Object.fromEntries(many(1200).map((key) => [`/in/${key.slice(2)}`, other]))
    const { keys, tally, warning } = await find(many(1203), { taken, found: 5 })
    expect([keys, tally.skipped, warning]).toEqual([many(1203).slice(1200), 1200, null])
  })

  it('ends the listing of a folder without end', async () => {
    const { tally, warning } = await find(many(2500), { found: 1_000_000, listed: 1000 })
    expect(tally.processed).toBe(0)
    expect(warning).toContain('storage_import.too_long')
  })

  it('counts images that it imported before the server was stopped, within its bound', async () => {
    const taken = { '/in/0.jpg': { ...other, import_id: 'mine' }, '/in/1.jpg': other }
    const { keys, tally } = await find(many(6), { taken, found: 3 })
    expect([keys, tally.imported, tally.skipped]).toEqual([['p/2.jpg', 'p/3.jpg'], 1, 1])
  })

  it('takes one of two keys that have the same place', async () => {
    const { keys, tally } = await find(['p/a//1.jpg', 'p/a/1.jpg'])
    expect([keys, tally.skipped]).toEqual([['p/a//1.jpg'], 1])
  })
})
