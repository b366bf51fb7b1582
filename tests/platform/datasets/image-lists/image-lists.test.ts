import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageRow } from '../../../../src/platform/db/schema/datasets.ts'
import { IMAGE_SPLITS, IMAGE_STATUSES } from '../../../../src/shared/api/datasets.ts'
import {
  IMAGE_SORTS,
  type ImageIdList,
  type ImagePage,
  type ImageSort,
  type ImageSummaries,
} from '../../../../src/shared/api/image-lists.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { insertImages, type ManyImages } from '../../support/many-images.ts'

let h: Harness
let many: ManyImages
/** So many that the numbers decide how they are found. */
let more: ManyImages
beforeAll(async () => {
  h = await startHarness()
  many = await insertImages(h, 400)
  more = await insertImages(h, 6000)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const filter = fc.record({
  status: option(fc.uniqueArray(fc.constantFrom(...IMAGE_STATUSES), { maxLength: 2 })),
  split: option(fc.constantFrom(...IMAGE_SPLITS, 'none' as const)),
  class: option(fc.uniqueArray(fc.constantFrom<string[]>('car', 'van', 'rare', 'unknown'), { maxLength: 2 })),
  directory: option(fc.constantFrom('', '/', '/train', 'train/', '/train/cars', '/nowhere')),
  recursive: option(fc.boolean()),
  text: option(fc.constantFrom('photo', 'PHOTO-1', '_', '%', '\\', '.jpg', '-7')),
  has_annotations: option(fc.boolean()),
  pending: option(fc.boolean()),
  tag: option(
    fc.uniqueArray(fc.constantFrom<string[]>('attributes:dark', 'attributes:red', 'attributes:panorama', 'red'), {
      maxLength: 2,
    }),
  ),
  archived: option(fc.boolean()),
  sort: option(fc.constantFrom(...IMAGE_SORTS)),
})
type Filter = typeof filter extends fc.Arbitrary<infer F> ? F : never

function query(fields: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

type Key = (string | number)[]
const KEYS: Record<ImageSort, (image: ImageRow) => Key> = {
  name: (i) => [i.directory_path, i.filename],
  '-name': (i) => [i.directory_path, i.filename],
  created: (i) => [i.created_at, i.id],
  '-created': (i) => [i.created_at, i.id],
  annotations: (i) => [i.annotation_count, i.id],
  '-annotations': (i) => [i.annotation_count, i.id],
  confidence: (i) => [i.lowest_confidence ?? 2, i.lowest_confidence === null ? i.created_at : '', i.id],
  disagreement: (i) => [i.disagreement, i.id],
}
function compare(a: Key, b: Key): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] as string | number
    if (value !== other) return value < other ? -1 : 1
  }
  return 0
}

function expected(
  { images, classes, pending, tags }: Pick<ManyImages, 'images' | 'classes' | 'pending' | 'tags'>,
  { sort = 'name', ...wanted }: Filter,
): string[] {
  const path = wanted.directory === undefined ? undefined : `/${wanted.directory.replaceAll(/^\/|\/$/g, '')}`
  const isInDirectory = ({ directory_path }: ImageRow) =>
    path === undefined ||
    directory_path === path ||
    (wanted.recursive === true && directory_path.startsWith(path === '/' ? '/' : `${path}/`))
  const isFull = (list: readonly unknown[] | undefined): list is readonly unknown[] =>
    list !== undefined && list.length > 0
  const matching = images.filter(
    (image) =>
      (!isFull(wanted.status) || wanted.status.includes(image.status)) &&
      (wanted.split === undefined || (image.split ?? 'none') === wanted.split) &&
      (!isFull(wanted.class) || (classes.get(image.id) ?? []).some((name) => wanted.class?.includes(name))) &&
      isInDirectory(image) &&
      (wanted.text === undefined || image.filename.toLowerCase().includes(wanted.text.toLowerCase())) &&
      (wanted.has_annotations === undefined || image.annotation_count > 0 === wanted.has_annotations) &&
      (wanted.pending === undefined || pending.has(image.id) === wanted.pending) &&
      (wanted.tag ?? []).every((tag) => tags.get(image.id)?.includes(tag)) &&
      (image.is_archived === 1) === (wanted.archived ?? false),
  )
  const sorted = matching.sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)))
  return (sort.startsWith('-') || sort === 'disagreement' ? sorted.reverse() : sorted).map(({ id }) => id)
}

const page = async (dataset: string, fields: object) =>
  (await h.api<ImagePage>('GET', `/datasets/${dataset}/images${query(fields)}`)).body
const ids = async (dataset: string, fields: object) =>
  (await h.api<ImageIdList>('GET', `/datasets/${dataset}/image-ids${query(fields)}`)).body

describe('the images of a data set', () => {
  it.each([
    { of: () => many, numRuns: 60, least: 1 },
    { of: () => more, numRuns: 25, least: 100 },
  ])('are listed by any filter and sort, in pages of $least or more and as ids', async ({ of, numRuns, least }) => {
    const { dataset, ...images } = of()
    const property = fc.asyncProperty(filter, fc.integer({ min: least, max: 200 }), async (wanted, limit) => {
      const all = expected(images, wanted)
      expect(await ids(dataset, wanted)).toEqual({ data: all, total: all.length, has_more: false })
      const listed: string[] = []
      let pages = 0
      for (let cursor: string | null | undefined; cursor !== null; pages++) {
        const { data, next_cursor } = await page(dataset, { ...wanted, limit, cursor })
        listed.push(...data.map(({ id }) => id))
        expect(data.length <= limit && (next_cursor === null || data.length === limit)).toBe(true)
        cursor = next_cursor
      }
      expect(listed).toEqual(all)
      expect(pages).toBe(Math.max(1, Math.ceil(all.length / limit)))
    })
    await fc.assert(property, { numRuns })
  })

  it.each([
    [
      'a cursor of another order',
      async () => ({ cursor: (await page(many.dataset, { limit: 1 })).next_cursor, sort: 'created' }),
      '/cursor',
    ],
    ['a text that is no cursor', async () => ({ cursor: 'x' }), '/cursor'],
    [
      'a cursor with a value of another type',
      async () => ({ cursor: Buffer.from('["name",0,1,2]').toString('base64url') }),
      '/cursor',
    ],
    ['an unknown status', async () => ({ status: ['new', 'done'] }), '/status/1'],
    ['an unknown sort', async () => ({ sort: 'size' }), '/sort'],
    ['a directory with dots', async () => ({ directory: '/a/../b' }), '/directory'],
    ['a page of no images', async () => ({ limit: 0 }), '/limit'],
  ])('are not listed by %s', async (_name, fields, field) => {
    const failed = await h.fail('GET', `/datasets/${many.dataset}/images${query(await fields())}`)
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field }] } })
  })
})

describe('the content tags of a data set', () => {
  it('are listed once each, in the order of their letters', async () => {
    const { body } = await h.api('GET', `/datasets/${many.dataset}/image-tags`, { key: h.keys.viewer })
    expect(body).toEqual({ data: ['attributes:dark', 'attributes:panorama', 'attributes:red'] })
  })

  it('are none in a data set without images', async () => {
    await h.api('POST', '/datasets/', { body: { name: 'Without images' } })
    expect((await h.api('GET', '/datasets/Without%20images/image-tags')).body).toEqual({ data: [] })
  })
})

describe('summaries of images', () => {
  const summaries = async (image_ids: string[], boxes: boolean) =>
    (
      await h.api<ImageSummaries>('POST', '/image-summaries', {
        key: h.keys.viewer,
        body: { dataset: many.dataset, image_ids, boxes },
      })
    ).body

  it('are in the order of the ids, and name those without an image', async () => {
    const chosen = many.images.slice(0, 40).reverse()
    const nobody = crypto.randomUUID()
    const { data, missing, classes } = await summaries([...chosen.map(({ id }) => id), nobody, 'no id'], false)
    expect(data.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id))
    expect([missing, classes]).toEqual([[nobody, 'no id'], []])
    const [first] = chosen as [ImageRow]
    expect(data[0]).toMatchObject({
      filename: first.filename,
      split: first.split,
      is_archived: first.is_archived === 1,
      boxes: [],
    })
    expect(data[0]?.thumbnail_url).toMatch(/^http/)
  })

  it('have the boxes as numbers, with indexes into a table of classes', async () => {
    const { data, classes } = await summaries(
      many.images.map(({ id }) => id),
      true,
    )
    expect(data).toHaveLength(many.images.length)
    for (const { id, boxes } of data) {
      const names = many.classes.get(id) ?? []
      expect(boxes.filter((_, i) => i % 5 === 0).map((index) => classes[index]?.name)).toEqual(names)
      for (const [position] of names.entries()) {
        expect(boxes.slice(5 * position + 1, 5 * position + 5)).toEqual([position, 2, 30, 40])
      }
    }
    expect(classes.find(({ name }) => name === 'car')).toMatchObject({ type: 'bbox', color: '#112233' })
  })

  it('of ids that are none are empty, and take 500 ids at most', async () => {
    expect(await summaries(['x'], true)).toEqual({ data: [], classes: [], missing: ['x'] })
    const body = { dataset: many.dataset, image_ids: new Array(501).fill('x') }
    expect((await h.fail('POST', '/image-summaries', { body })).status).toBe(422)
  })

  it('leave no entry in the audit log', async () => {
    await summaries(['x'], false)
    const { body } = await h.api<{ data: unknown[] }>('GET', '/audit?action=imageLists.summaries')
    expect(body.data).toEqual([])
  })
})
