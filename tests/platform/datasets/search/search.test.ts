/** Search for similar images and by tags. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimilarImage, TaggedImage } from '../../../../src/shared/api/search.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addImage, jobsEnded, newDataset } from './searching.ts'

let h: Harness
let dataset: string
beforeEach(async () => {
  h = await startHarness()
  dataset = await newDataset(h, 'Street')
})
afterEach(() => h.close())

const similar = async (id: string, query = '') =>
  (await h.api<SimilarImage[]>('GET', `/search/similar?image_id=${id}${query}`)).body
const byTags = async (query: string) => (await h.api<TaggedImage[]>('GET', `/search/by-tags?${query}`)).body
const names = (found: readonly { filename: string }[]) => found.map(({ filename }) => filename)

describe('similar images', () => {
  it('returns those above the threshold, the most similar first, without the image itself', async () => {
    const first = await addImage(h, dataset, 'a.jpg', 'angle=0 dark')
    await addImage(h, dataset, 'far.jpg', 'angle=70')
    await addImage(h, dataset, 'middle.jpg', 'angle=40 bright')
    await addImage(h, dataset, 'near.jpg', 'angle=10')
    await jobsEnded(h)
    const found = await similar(first)
    expect(names(found)).toEqual(['near.jpg', 'middle.jpg'])
    expect(found[0]?.similarity).toBeCloseTo(Math.cos(Math.PI / 18), 2)
    expect(found[1]).toEqual({
      id: expect.any(String),
      filename: 'middle.jpg',
      virtual_directory_path: '/',
      status: 'new',
      annotation_count: 0,
      image_auto_tags: { objects: [], scenes: [], attributes: ['bright'] },
      similarity: expect.closeTo(Math.cos((40 * Math.PI) / 180), 2),
    })
    expect(names(await similar(first, '&threshold=0.3'))).toEqual(['near.jpg', 'middle.jpg', 'far.jpg'])
    expect(names(await similar(first, '&limit=1'))).toEqual(['near.jpg'])
  })

  it('stays in the directory of the image, whichever images are more similar elsewhere', async () => {
    const first = await addImage(h, dataset, 'train/a.jpg', 'angle=0')
    await addImage(h, dataset, 'train/b.jpg', 'angle=20')
    await addImage(h, dataset, 'train/below/c.jpg', 'angle=1')
    await addImage(h, dataset, 'd.jpg', 'angle=1 x')
    const other = await newDataset(h, 'Other')
    await addImage(h, other, 'train/e.jpg', 'angle=1 y')
    await jobsEnded(h)
    expect(names(await similar(first))).toEqual(['b.jpg'])
  })

  it('includes a copy of the image, and leaves out archived ones', async () => {
    const first = await addImage(h, dataset, 'a.jpg', 'angle=0')
    const archived = await addImage(h, dataset, 'b.jpg', 'angle=5')
    await addImage(h, dataset, 'c.jpg', 'angle=0')
    await jobsEnded(h)
    const db = await openPlatformDatabase(h.dataDir)
    await db.updateTable('images').set({ is_archived: 1 }).where('id', '=', archived).execute()
    await db.destroy()
    expect(await similar(first)).toMatchObject([{ filename: 'c.jpg', similarity: 1 }])
  })

  it('names an image that is missing, of another organization, or unreadable', async () => {
    const image = await addImage(h, dataset, 'a.jpg', 'angle=0')
    const bad = await addImage(h, dataset, 'bad.jpg', 'broken')
    await jobsEnded(h)
    expect((await h.fail('GET', `/search/similar?image_id=${crypto.randomUUID()}`)).status).toBe(404)
    expect((await h.fail('GET', `/search/similar?image_id=${image}`, { key: h.foreignKey })).status).toBe(404)
    const { status, error } = await h.fail('GET', `/search/similar?image_id=${bad}`)
    expect([status, error.message]).toEqual([404, '“bad.jpg” cannot be compared, since it could not be decoded.'])
  })
})

describe('images by tags', () => {
  it('returns images that have all tags, the newest first', async () => {
    await addImage(h, dataset, 'a.jpg', 'dark blue')
    await addImage(h, dataset, 'b.jpg', 'dark')
    await addImage(h, dataset, 'c.jpg', 'blue dark')
    await jobsEnded(h)
    expect(names(await byTags('attributes=dark'))).toEqual(['c.jpg', 'b.jpg', 'a.jpg'])
    expect(names(await byTags('attributes=dark&attributes=blue'))).toEqual(['c.jpg', 'a.jpg'])
    expect(await byTags('attributes=dark&objects=dark')).toEqual([])
    expect(names(await byTags('attributes=dark&limit=1&offset=1'))).toEqual(['b.jpg'])
    expect((await byTags('attributes=blue'))[0]).toEqual({
      id: expect.any(String),
      dataset_id: dataset,
      filename: 'c.jpg',
      virtual_directory_path: '/',
      status: 'new',
      annotation_count: 0,
      image_auto_tags: { objects: [], scenes: [], attributes: ['blue', 'dark'] },
    })
  })

  it('searches the organization, or one data set', async () => {
    const other = await newDataset(h, 'Other')
    await addImage(h, dataset, 'a.jpg', 'dark')
    await addImage(h, other, 'b.jpg', 'dark')
    const foreign = await newDataset(h, 'Foreign', h.foreignKey)
    await addImage(h, foreign, 'c.jpg', 'dark', h.foreignKey)
    await jobsEnded(h)
    await jobsEnded(h, h.foreignKey)
    expect(names(await byTags('attributes=dark'))).toEqual(['b.jpg', 'a.jpg'])
    expect(names(await byTags('attributes=dark&dataset_name=Other'))).toEqual(['b.jpg'])
    expect((await h.fail('GET', '/search/by-tags?attributes=dark&dataset_name=Nowhere')).status).toBe(404)
  })

  it('rejects a search without tags', async () => {
    const { status, error } = await h.fail('GET', `/search/by-tags?dataset_name=${dataset}`)
    expect([status, error.code, error.kind]).toEqual([400, 'no_tags', 'ValidationError'])
  })
})
