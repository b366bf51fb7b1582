import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, DatasetInsights, Image } from '../../../src/shared/api/datasets.ts'
import type { Directory, DirectoryStats, DirectoryTreeNode } from '../../../src/shared/api/directories.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
let name: string
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(() => {
  name = `Street ${++made}`
})

const create = async (fields: object = {}): Promise<Dataset> =>
  (await h.api<Dataset>('POST', '/datasets/', { body: { name, ...fields } })).body
const get = async (id: string, query = ''): Promise<Dataset> =>
  (await h.api<Dataset>('GET', `/datasets/${id}${query}`)).body
/** Images of the scripted engine begin with this word; the rest makes them different. */
const addImage = async (filename: string, directory_path = '/', dataset = name, bytes = filename) => {
  const gcs_uri = await h.upload(filename, `IMAGE ${bytes}`, 'image/jpeg')
  return h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri, directory_path } })
}
const pictures = (): number =>
  readdirSync(join(h.dataDir, 'blobs'), { recursive: true }).filter((file) => /[0-9a-f]{64}$/.test(String(file))).length

describe('a data set', () => {
  it('begins empty, for boxes, and is found under its name and its id', async () => {
    const dataset = await create({ description: 'Cars.', classes: [{ name: 'car' }] })
    expect(dataset).toMatchObject({
      name,
      annotation_types: ['bbox'],
      classes: [{ name: 'car', type: 'bbox', color: expect.stringMatching(/^#[0-9a-f]{6}$/) }],
      image_count: 0,
      total_size: 0,
      is_public: false,
      is_archived: false,
      storage_class: 'standard',
      images: null,
      updated_at: null,
    })
    expect(await get(encodeURIComponent(name))).toEqual(dataset)
    expect(await get(dataset.id.toUpperCase())).toEqual(dataset)
    expect((await h.fail('GET', `/datasets/${dataset.id}`, { key: h.foreignKey })).status).toBe(404)
  })

  it('that has a used name gets a number; a change to a used name is a conflict', async () => {
    await create()
    expect((await create()).name).toBe(`${name} (2)`)
    const other = await create({ name: `${name} other` })
    const path = `/datasets/${other.id}`
    expect(await h.fail('PATCH', path, { body: { new_name: name } })).toMatchObject({
      status: 409,
      error: { kind: 'ConflictError', code: 'name_conflict' },
    })
    expect((await h.api<Dataset>('PATCH', path, { body: { new_name: `${name} new` } })).body.name).toBe(`${name} new`)
    expect(await h.fail('PATCH', path, { body: {} })).toMatchObject({ status: 400, error: { code: 'empty_update' } })
  })

  it.each([
    ['a slash in its name', { name: 'a/b' }, '/name'],
    ['dots for a name', { name: '..' }, '/name'],
    ['a long name', { name: 'x'.repeat(101) }, '/name'],
    ['an unknown type', { annotation_types: ['cube'] }, '/annotation_types/0'],
    ['no type at all', { annotation_types: [] }, '/annotation_types'],
    ['a colour of another form', { classes: [{ name: 'car', color: 'red' }] }, '/classes/0/color'],
    ['a class that is there twice', { classes: [{ name: 'car' }, { name: 'car', type: 'box' }] }, '/classes/1'],
  ])('cannot have %s', async (_what, fields, field) => {
    const failed = await h.fail('POST', '/datasets/', { body: { name, ...fields } })
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field }] } })
  })

  it('returns bbox for box, and its list of classes is replaced as a whole', async () => {
    const { id } = await create({ annotation_types: ['box', 'polygon', 'bbox'], classes: [{ name: 'car' }] })
    const classes = [{ name: 'van', type: 'polygon', color: '#0A0b0c' }]
    const { body } = await h.api<Dataset>('PATCH', `/datasets/${id}`, { body: { classes } })
    expect(body).toMatchObject({ annotation_types: ['bbox', 'polygon'], classes })
  })

  it('is hidden while it is archived, which can be repeated', async () => {
    const { id } = await create()
    const listed = async (archived: boolean) =>
      (await h.api<{ data: Dataset[] }>('GET', `/datasets/?limit=1000&archived=${archived}`)).body.data.some(
        (d) => d.id === id,
      )
    for (let i = 0; i < 2; i++) {
      const { body } = await h.api<Dataset>('POST', `/datasets/${id}/archive`)
      expect(body).toMatchObject({ is_archived: true, archived_at: expect.any(String) })
    }
    expect([await listed(false), await listed(true)]).toEqual([false, true])
    expect((await h.api<Dataset>('POST', `/datasets/${id}/unarchive`)).body).toMatchObject({ archived_at: null })
    expect([await listed(false), await listed(true)]).toEqual([true, false])
  })

  it('is listed in pages', async () => {
    for (let i = 0; i < 3; i++) await create()
    type List = { data: Dataset[]; pagination: { total: number; has_more: boolean } }
    const all = (await h.api<List>('GET', '/datasets/?limit=1000')).body
    expect(all.pagination).toMatchObject({ total: all.data.length, has_more: false })
    const page = (await h.api<List>('GET', '/datasets/?limit=1&offset=1')).body
    expect(page).toMatchObject({ data: [all.data[1]], pagination: { has_more: true } })
  })
})

describe('images', () => {
  it('are imported from uploads; size and type are those of the file', async () => {
    const dataset = await create()
    const { status, body } = await addImage('1.jpg', 'train/cars/')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      dataset_id: dataset.id,
      filename: '1.jpg',
      directory_path: '/train/cars',
      status: 'new',
      width: 1280,
      height: 720,
      content_type: 'image/jpeg',
      size_bytes: 'IMAGE 1.jpg'.length,
      annotation_count: 0,
    })
    const find = `/images/?dataset=${encodeURIComponent(name)}&filename=${encodeURIComponent('train/cars/1.jpg')}`
    expect((await h.api<Image>('GET', find)).body).toEqual(body)
    expect((await h.fail('GET', find.replace('train%2Fcars%2F', ''))).status).toBe(404)
    expect((await fetch(body.image_url)).status).toBe(401)
    const picture = await fetch(body.image_url, { headers: { 'x-api-key': h.keys.viewer } })
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'IMAGE 1.jpg'])
    expect((await fetch(body.annotation_url, { headers: { 'x-api-key': h.keys.viewer } })).status).toBe(200)
    expect(await get(dataset.id)).toMatchObject({ image_count: 1, total_size: 'IMAGE 1.jpg'.length, images: null })
    expect((await get(dataset.id, '?include_images=true')).images).toEqual([body])
    expect((await get(dataset.id, '?include_images=true&images_offset=1')).images).toEqual([])
  })

  it('with the name of a different one get a number; an identical one is stored once', async () => {
    await create()
    const first = (await addImage('photo.png')).body
    const second = (await addImage('photo.png', '/', name, 'another')).body
    expect([first.filename, second.filename]).toEqual(['photo.png', 'photo-1.png'])
    expect((await addImage('photo.png', '/', name, 'another')).body.id).toBe(second.id)
  })

  it('cannot be videos or texts, and need a valid directory', async () => {
    await create()
    const video = await h.upload('clip.mp4', 'VIDEO')
    const text = await h.upload('notes.jpg', 'text', 'image/jpeg')
    const picture = await h.upload('1.jpg', 'IMAGE', 'image/jpeg')
    const add = (body: object) => h.fail('POST', '/images/', { body: { dataset: name, gcs_uri: picture, ...body } })
    const unreadable = { status: 400, error: { code: 'image_unreadable' } }
    expect(await add({ gcs_uri: video })).toMatchObject(unreadable)
    expect(await add({ gcs_uri: text })).toMatchObject(unreadable)
    expect((await add({ gcs_uri: 'sightline://uploads/x/y/z' })).status).toBe(404)
    expect((await add({ dataset: 'nobody' })).status).toBe(404)
    expect(await add({ directory_path: '/a/../b' })).toMatchObject({
      status: 422,
      error: { details: [{ field: '/directory_path' }] },
    })
    expect(await add({ filename: 'a/b.jpg' })).toMatchObject({
      status: 422,
      error: { details: [{ field: '/filename' }] },
    })
  })

  it('cannot be videos or texts, and need an existing data set and a valid path', async () => {
    const before = pictures()
    await create()
    await addImage('own.jpg')
    await addImage('shared.jpg')
    await create({ name: `${name} b` })
    await addImage('shared.jpg', '/', `${name} b`)
    expect(pictures()).toBe(before + 2)
    const { body } = await h.api('DELETE', `/datasets/${encodeURIComponent(name)}`)
    expect(body).toEqual({ images_deleted: 2, store_blobs_deleted: 1 })
    expect(pictures()).toBe(before + 1)
    expect((await h.fail('GET', `/datasets/${encodeURIComponent(name)}`)).status).toBe(404)
  })
})

describe('directories', () => {
  const at = (path: string) => `/directories/${encodeURIComponent(name)}${path}`
  const list = async (query = '') => (await h.api<Directory[]>('GET', at(query))).body.map((d) => d.full_path)

  beforeEach(async () => {
    await create()
    for (const [file, directory] of [
      ['1.jpg', '/train/cars'],
      ['2.jpg', '/train/cars'],
      ['3.jpg', '/train'],
      ['4.jpg', '/'],
    ]) {
      await addImage(file as string, directory)
    }
  })

  it('are created with their parents, once, and count their images', async () => {
    const body = { dataset: name, directory_path: 'test/night' }
    const first = await h.api<Directory>('POST', '/directories/', { body })
    expect(first.body).toMatchObject({ name: 'night', full_path: '/test/night', image_count: 0 })
    expect((await h.api<Directory>('POST', '/directories/', { body })).body).toEqual(first.body)
    expect(await list()).toEqual(['/test', '/test/night', '/train', '/train/cars'])
    expect(await list('?parent_path=')).toEqual(['/test', '/train'])
    expect(await list('?parent_path=/train')).toEqual(['/train/cars'])
    const tree = (await h.api<DirectoryTreeNode[]>('GET', at('/tree'))).body
    expect(tree.map((node) => node.name)).toEqual(['test', 'train'])
    const cars = { name: 'cars', image_count: 2, nested_image_count: 2, children: [] }
    expect(tree[1]).toMatchObject({ image_count: 1, nested_image_count: 3, children: [cars] })
  })

  it('have figures, whether their path is written with slashes or encoded', async () => {
    const stats = { total_directories: 1, total_images: 2, directories_by_status: { new: 1 } }
    expect((await h.api<DirectoryStats>('GET', at('/train/cars/stats'))).body).toMatchObject(stats)
    expect((await h.api<DirectoryStats>('GET', at('/train%2Fcars/stats'))).body).toMatchObject(stats)
    const whole = (await h.api<DirectoryStats>('GET', at('/train/stats'))).body
    expect(whole).toMatchObject({ total_directories: 2, total_images: 3 })
    const alone = (await h.api<DirectoryStats>('GET', at('/train/stats?include_subdirectories=false'))).body
    expect(alone).toMatchObject({ total_directories: 1, total_images: 1 })
    expect((await h.fail('GET', at('/nowhere/stats'))).status).toBe(404)
    expect((await h.fail('GET', at('/train/cars/nothing'))).status).toBe(404)
  })

  it('are renamed with their contents', async () => {
    const rename = (path: string, new_name: string) =>
      h.api<Directory>('PATCH', at(`${path}/rename`), { body: { new_name } })
    expect((await rename('/train', 'training')).body).toMatchObject({ full_path: '/training', nested_image_count: 3 })
    expect(await list()).toEqual(['/training', '/training/cars'])
    const images = (await get(encodeURIComponent(name), '?include_images=true')).images ?? []
    expect(images.map((i) => i.directory_path)).toEqual(['/', '/training', '/training/cars', '/training/cars'])
    await h.api('POST', '/directories/', { body: { dataset: name, directory_path: '/test' } })
    expect((await rename('/test', 'training')).status).toBe(409)
    expect((await rename('/test', 'a/b')).status).toBe(422)
    expect(await list()).toEqual(['/test', '/training', '/training/cars'])
  })

  it('are deleted when they are empty, or move their images to the parent', async () => {
    await addImage('1.jpg', '/train', name, 'another')
    expect(await h.fail('DELETE', at('/train/cars'))).toMatchObject({
      status: 409,
      error: { code: 'directory_not_empty' },
    })
    expect((await h.api('DELETE', at('/train/cars?cascade=true'))).status).toBe(204)
    const images = (await get(encodeURIComponent(name), '?include_images=true')).images ?? []
    const names = images.filter((i) => i.directory_path === '/train').map((i) => i.filename)
    expect(names.sort()).toEqual(['1-1.jpg', '1.jpg', '2.jpg', '3.jpg'])
    expect(await list()).toEqual(['/train'])
  })
})

describe('insights', () => {
  it('of an empty data set are zeros', async () => {
    const { id } = await create()
    const { body } = await h.api<DatasetInsights>('GET', `/datasets/${id}/insights`)
    expect(body).toMatchObject({ total_images: 0, avg_annotations_per_image: 0, model_confidence: null })
    expect(body.dimensions).toMatchObject({ min_width: null, sizes: [], distinct_size_count: 0 })
  })

  it('add up images and annotations', async () => {
    const { id } = await create()
    const images = [(await addImage('1.jpg')).body, (await addImage('2.jpg')).body, (await addImage('3.jpg')).body]
    const box = (name: string, confidence: number | null) => ({
      name,
      type: 'bbox',
      confidence,
      bounding_box: { x: 0, y: 0, w: 10, h: 10 },
    })
    const saves = [
      { image_id: images[0]?.id, annotations: [box('car', 0.9), box('car', 0.42), box('van', null)] },
      { image_id: images[1]?.id, annotations: [box('car', 1)] },
    ]
    await h.api('POST', '/annotations/bulk', { body: { saves } })
    const { body } = await h.api<DatasetInsights>('GET', `/datasets/${id}/insights`)
    expect(body).toMatchObject({
      total_images: 3,
      total_annotations: 4,
      annotated_images: 2,
      unannotated_images: 1,
      avg_annotations_per_image: 4 / 3,
      total_bytes: 3 * 'IMAGE 1.jpg'.length,
      status_counts: { new: 3, annotate: 0, review: 0, complete: 0 },
      class_annotation_counts: { car: 3, van: 1 },
      class_image_counts: { car: 2, van: 1 },
      type_counts: { bbox: 4 },
      annotation_density: { 0: 1, 1: 1, 3: 1 },
      model_confidence: { flagged: 1, lowest: 0.42, avg_flagged: 0.42 },
    })
    expect(body.model_confidence?.buckets[4]).toEqual({ from: 0.4, to: 0.5, images: 1 })
    expect(body.dimensions).toMatchObject({
      min_width: 1280,
      max_height: 720,
      orientation: { landscape: 3, portrait: 0, square: 0 },
      sizes: [{ width: 1280, height: 720, count: 3 }],
    })
  })
})
