/** The index of descriptors: in its own process, with real files, on the rows of a data set. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentKey } from '../../../../src/platform/datasets/derivations/arrivals.ts'
import { createSimilarImages } from '../../../../src/platform/datasets/search/similar-images.ts'
import { createVectorIndex, type VectorIndex } from '../../../../src/platform/datasets/vectors/vector-index.ts'
import { type Database, insertMany, newId } from '../../../../src/platform/db/database.ts'
import type { ImageRow } from '../../../../src/platform/db/schema/datasets.ts'
import { DESCRIPTOR_LENGTH, DESCRIPTOR_MODEL } from '../../../../src/shared/engine-contract/derivation.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { newDataset } from './searching.ts'

let h: Harness
let db: Database
let dataset: string
let folder: string
let index: VectorIndex
let logged: string[]
const open = () => createVectorIndex(db, folder, (_, line) => logged.push(line))
beforeEach(async () => {
  h = await startHarness()
  dataset = await newDataset(h, 'Street')
  db = await openPlatformDatabase(h.dataDir)
  folder = mkdtempSync(join(tmpdir(), 'sightline-vectors-'))
  logged = []
  index = open()
})
afterEach(async () => {
  await index.close()
  await db.destroy()
  await h.close()
  rmSync(folder, { recursive: true })
})

/** A repeatable descriptor. */
function vectorOf(seed: number): Int8Array {
  let state = seed * 2654435761 + 1
  return Int8Array.from({ length: DESCRIPTOR_LENGTH }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >> 24) | 0
  })
}
/** Like a vector, more so with a larger share. */
const near = (vector: Int8Array, seed: number, share: number) =>
  vectorOf(seed).map((value, i) => Math.round(share * (vector[i] as number) + (1 - share) * value))

async function add(vectors: readonly Int8Array[], directory_path = '/', name = 'i'): Promise<string[]> {
  const at = new Date().toISOString()
  const { organizationId: organization_id } = h.platform
  const images = vectors.map((_, i) => {
    const sha256 = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
    const file = { filename: `${name}-${i}.jpg`, display_name: null, directory_path, content_type: 'image/jpeg' }
    const row: ImageRow = {
      id: newId(),
      organization_id,
      created_by: null,
      dataset_id: dataset,
      ...file,
      sha256,
      status: 'new',
      is_archived: 0,
      width: 8,
      height: 8,
      size_bytes: 1,
      created_at: at,
      updated_at: null,
      annotation_count: 0,
      outside_count: 0,
      lowest_confidence: null,
      disagreement: 0,
      split: null,
      group_key: null,
      revision: 0,
    }
    return row
  })
  const contents = images.map(({ sha256 }, i) => ({
    sha256,
    model: DESCRIPTOR_MODEL,
    phash: '0',
    tags: null,
    failure: null,
    made_at: at,
    descriptor: Buffer.from(vectors[i] as Int8Array).toString('base64'),
  }))
  const derivations = images.map(({ id, sha256 }) => ({
    image_id: id,
    organization_id,
    dataset_id: dataset,
    content_key: contentKey(sha256),
    state: 'made' as const,
    made_id: newId(),
  }))
  await db.transaction().execute(async (tx) => {
    await insertMany(tx, 'images', images)
    await insertMany(tx, 'image_contents', contents)
    await insertMany(tx, 'image_derivations', derivations)
  })
  return images.map(({ id }) => id)
}
const nearest = async (vector: Int8Array, count = 1) => {
  const [found = []] = await index.search(dataset, [vector], count)
  return found.map(({ similarity }) => similarity)
}
const files = () => readdirSync(folder).filter((name) => name.endsWith('.usearch'))

it('finds images that were added after the index was built', async () => {
  await add([vectorOf(1), vectorOf(2)])
  expect(await nearest(vectorOf(2))).toEqual([expect.closeTo(1, 5)])
  await add([vectorOf(3)], '/', 'later')
  expect(await nearest(vectorOf(3))).toEqual([expect.closeTo(1, 5)])
  expect(await nearest(vectorOf(3), 10)).toHaveLength(3)
})

it('reads its file at the next start, with the images that came meanwhile', async () => {
  await add([vectorOf(1)])
  await nearest(vectorOf(1))
  await index.close()
  expect(files()).toHaveLength(1)
  await add([vectorOf(2)], '/', 'later')
  index = open()
  expect(await nearest(vectorOf(2), 10)).toEqual([expect.closeTo(1, 5), expect.any(Number)])
  expect(logged).toEqual([])
})

it.each([
  ['lost', (path: string) => rmSync(path)],
  ['cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
  [
    'changed',
    (path: string) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, i) => (i === 200 ? byte ^ 255 : byte)),
      ),
  ],
])('is built from the rows when its file is %s', async (_, damage) => {
  await add([vectorOf(1), vectorOf(2)])
  await nearest(vectorOf(1))
  await index.close()
  damage(join(folder, files()[0] as string))
  index = open()
  expect(await nearest(vectorOf(2), 10)).toEqual([expect.closeTo(1, 5), expect.any(Number)])
})

it('is built again when most of its images were removed', async () => {
  await add(Array.from({ length: 1600 }, (_, i) => vectorOf(i)))
  expect(await nearest(vectorOf(7), 2000)).toHaveLength(1600)
  await index.close()
  const kept = db.selectFrom('images').select('id').where('dataset_id', '=', dataset).orderBy('id').limit(900)
  await db.deleteFrom('images').where('id', 'not in', kept).execute()
  index = open()
  expect(await nearest(vectorOf(7), 2000)).toHaveLength(900)
})

it('removes the files of data sets that were deleted', async () => {
  await add([vectorOf(1)])
  await nearest(vectorOf(1))
  await index.close()
  await db.deleteFrom('datasets').where('id', '=', dataset).execute()
  index = open()
  await index.sweep()
  expect(readdirSync(folder)).toEqual([])
})

/** Finds images like the first of `here`, in whose directory the others lie. */
async function finder(here: readonly Int8Array[], elsewhere: readonly Int8Array[]) {
  const [reference = ''] = await add(here, '/here')
  await add(elsewhere, '/elsewhere')
  const row = await db.selectFrom('images').selectAll().where('id', '=', reference).executeTakeFirstOrThrow()
  const content = db.selectFrom('image_contents').selectAll().where('sha256', '=', row.sha256)
  const options = {
    db,
    index,
    byId: async () => row,
    described: { like: async () => [] },
    deriveContent: { content: async () => (await content.executeTakeFirst()) ?? null },
  }
  const caller = { organizationId: h.platform.organizationId } as never
  return (comparedWhole: number, threshold: number) =>
    createSimilarImages({ ...options, comparedWhole }).find(caller, {
      image_id: reference,
      by: 'layout',
      threshold,
      limit: 20,
    })
}
const many = (length: number, make: (i: number) => Int8Array) => Array.from({ length }, (_, i) => make(i))

it('finds the images of a large directory by the index, though the nearest of the data set lie elsewhere', async () => {
  // Scenes of a static camera: noise about the same image, less of it elsewhere.
  const scene = (i: number) => vectorOf(1000 + (i % 20))
  const find = await finder(
    many(200, (i) => near(scene(i), i, 0.6)),
    many(1500, (i) => near(scene(i), 5000 + i, 0.65)),
  )
  const exact = await find(5000, 0.5)
  expect(exact.length).toBeGreaterThan(5)
  const found = await find(10, 0.5)
  // The index is approximate, but what it returns is exact.
  expect(found.length).toBeGreaterThanOrEqual(exact.length - 1)
  const similarities = new Map(exact.map(({ id, similarity }) => [id, similarity]))
  for (const { id, similarity } of found) expect(similarity).toBe(similarities.get(id))
})

it('compares a directory whole when the index reaches too few of its images', async () => {
  // Each is like the first and like no other, so that the graph has edges to the first alone.
  const of = vectorOf(0)
  const find = await finder(
    [of, ...many(60, (i) => near(of, i + 1, 0.5))],
    many(1000, (i) => near(of, i + 100, 0.7)),
  )
  expect(await find(10, 0.3)).toEqual(await find(5000, 0.3))
})
