import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: string
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  dataset = `Street ${++made}`
  await h.api('POST', '/datasets/', { body: { name: dataset } })
})

/** Images of the scripted engine begin with this word; the rest makes them different. */
async function add(path: string, bytes = path): Promise<Image> {
  const [directory_path, filename] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  const gcs_uri = await h.upload(filename, `IMAGE ${dataset} ${bytes}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri, directory_path } })).body
}
const BOX = { name: 'car', type: 'bbox', confidence: 0.5, bounding_box: { x: 1, y: 2, w: 3, h: 4 } }
const annotate = (image: Image, annotations: object[]) =>
  h.api('POST', `/annotations/${image.dataset_id}/${image.id}`, { body: { annotations } })
const annotationsOf = async (image: Image) =>
  (await h.api<{ annotations: Annotation[] }>('GET', `/annotations/${image.dataset_id}/${image.id}`)).body.annotations

const batch = async (call: string, image_ids: string[], fields: object = {}): Promise<BatchResult> => {
  const method = call === 'update' ? 'PATCH' : 'POST'
  const body = { dataset_name: dataset, image_ids, ...fields }
  const answer = await h.api<BatchResult>(method, `/batch/images/${call}`, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const stored = async () =>
  (await h.api<Dataset>('GET', `/datasets/${encodeURIComponent(dataset)}?include_images=true`)).body
const listed = async () => (await stored()).images ?? []
const paths = async () =>
  (await listed()).map((i) => `${i.directory_path === '/' ? '' : i.directory_path}/${i.filename}`)
const files = () =>
  readdirSync(join(h.dataDir, 'blobs'), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(String(name))).length

describe('a move', () => {
  it('numbers images whose name is taken at the target, which it creates', async () => {
    const images = [await add('/a/photo.png'), await add('/b/photo.png'), await add('/c/other.png')]
    const result = await batch(
      'move',
      images.map(({ id }) => id),
      { target_directory_path: '/all/of' },
    )
    expect(result).toEqual({
      success: true,
      processed: 3,
      failed: [],
      affected_directories: ['/a', '/all/of', '/b', '/c'],
      renamed: 1,
      operation: null,
    })
    expect(await paths()).toEqual(['/all/of/other.png', '/all/of/photo-1.png', '/all/of/photo.png'])
    const again = await batch(
      'move',
      images.map(({ id }) => id),
      { target_directory_path: 'all/of/' },
    )
    expect(again).toMatchObject({ processed: 3, renamed: 0, affected_directories: [] })
  })

  it('goes to the root unless a target is given, and takes annotations along', async () => {
    const image = await add('/a/1.png')
    await annotate(image, [BOX])
    await batch('move', [image.id.toUpperCase(), image.id])
    expect(await paths()).toEqual(['/1.png'])
    expect(await annotationsOf(image)).toHaveLength(1)
  })

  it('processes the images that are there, and names the others', async () => {
    const image = await add('/a/1.png')
    const nobody = crypto.randomUUID()
    const result = await batch('move', [nobody, image.id, 'no id'], { target_directory_path: '/b' })
    expect(result).toMatchObject({ success: true, processed: 1 })
    expect(result.failed.map(({ id }) => id)).toEqual([nobody, 'no id'])
    expect(result.failed[0]).toMatchObject({
      reason: `There is no image “${nobody}”.`,
      text: { code: 'image.missing' },
    })
  })
})

describe('a copy', () => {
  it('is an image of its own with the same bytes, new and without annotations', async () => {
    const image = await add('/a/1.png')
    await annotate(image, [BOX])
    await batch('update', [image.id], { updates: { status: 'complete', display_name: 'One' } })
    const result = await batch('copy', [image.id], { target_directory_path: '/b' })
    expect(result).toMatchObject({ processed: 1, renamed: 0, affected_directories: ['/b'] })
    const copy = (await listed()).find(({ directory_path }) => directory_path === '/b') as Image
    expect(copy).toMatchObject({ filename: '1.png', display_name: 'One', status: 'new', annotation_count: 0 })
    expect(copy.size_bytes).toBe(image.size_bytes)
    expect((await h.api<string>('GET', `/images/${copy.id}/content`)).status).toBe(200)
    expect(await stored()).toMatchObject({ image_count: 2, total_size: 2 * image.size_bytes })
  })

  it('has copies of the annotations on request, under ids of their own', async () => {
    const image = await add('/a/1.png')
    await annotate(image, [BOX, { ...BOX, name: 'van' }])
    await batch('update', [image.id], { updates: { status: 'review' } })
    await batch('copy', [image.id], { target_directory_path: '/b', copy_annotations: true })
    const copy = (await listed()).find(({ directory_path }) => directory_path === '/b') as Image
    expect(copy).toMatchObject({ status: 'review', annotation_count: 2 })
    const [before, after] = [await annotationsOf(image), await annotationsOf(copy)]
    expect(after.map(({ id: _, ...rest }) => rest)).toEqual(before.map(({ id: _, ...rest }) => rest))
    expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(4)
  })

  it('is numbered, left out, or replaces the image that has its name', async () => {
    const image = await add('/a/1.png')
    const other = await add('/b/1.png')
    const to = { target_directory_path: '/b' }
    expect(await batch('copy', [image.id], { ...to, duplicate_handling: 'skip' })).toMatchObject({
      success: false,
      processed: 0,
      failed: [{ id: image.id, text: { code: 'image.name_taken' } }],
    })
    expect(await batch('copy', [image.id], to)).toMatchObject({ processed: 1, renamed: 1 })
    expect(await paths()).toEqual(['/a/1.png', '/b/1-1.png', '/b/1.png'])
    expect(await batch('copy', [image.id], { ...to, duplicate_handling: 'overwrite' })).toMatchObject({
      processed: 1,
      renamed: 0,
    })
    expect(await paths()).toEqual(['/a/1.png', '/b/1-1.png', '/b/1.png'])
    expect((await h.fail('GET', `/images/${other.id}/content`)).status).toBe(404)
  })

  it('is numbered where another copy of the same call has its name, also when it may replace images', async () => {
    const [one, two] = [await add('/a/1.png'), await add('/c/1.png')]
    const other = await add('/b/1.png')
    const overwrite = { target_directory_path: '/b', duplicate_handling: 'overwrite' }
    expect(await batch('copy', [one.id, two.id], overwrite)).toMatchObject({ processed: 2, renamed: 1, failed: [] })
    expect(await paths()).toEqual(['/a/1.png', '/b/1-1.png', '/b/1.png', '/c/1.png'])
    expect((await h.fail('GET', `/images/${other.id}/content`)).status).toBe(404)
    // Copies of an earlier call are replaced.
    expect(await batch('copy', [two.id], overwrite)).toMatchObject({ processed: 1, renamed: 0 })
    expect(await paths()).toEqual(['/a/1.png', '/b/1-1.png', '/b/1.png', '/c/1.png'])
  })

  it('never replaces its own original, nor copies what another copy has replaced', async () => {
    const [one, two] = [await add('/a/1.png'), await add('/b/1.png')]
    const overwrite = { target_directory_path: '/b', duplicate_handling: 'overwrite' }
    expect((await batch('copy', [two.id], overwrite)).failed).toMatchObject([
      { id: two.id, text: { code: 'image.copy_of_itself' } },
    ])
    expect(await batch('copy', [one.id, two.id], overwrite)).toMatchObject({
      processed: 1,
      failed: [{ id: two.id, text: { code: 'image.replaced_by_copy' } }],
    })
    expect(await paths()).toEqual(['/a/1.png', '/b/1.png'])
  })
})

describe('a deletion', () => {
  it('archives images until an update restores them', async () => {
    const image = await add('/a/1.png')
    await annotate(image, [BOX])
    expect(await batch('delete', [image.id])).toMatchObject({
      processed: 1,
      operation: 'archived',
      affected_directories: ['/a'],
    })
    expect(await stored()).toMatchObject({ image_count: 0, archived_image_count: 1, images: [] })
    await batch('update', [image.id], { updates: { is_archived: false } })
    expect(await stored()).toMatchObject({ image_count: 1, archived_image_count: 0 })
    expect(await annotationsOf(image)).toHaveLength(1)
  })

  it('that is permanent removes the bytes that no other image has', async () => {
    const image = await add('/a/1.png')
    await batch('copy', [image.id], { target_directory_path: '/b' })
    const [, copy] = (await listed()) as [Image, Image]
    const content = async (id: string) => (await h.api('GET', `/images/${id}/content`)).status
    await batch('delete', [image.id], { permanent: true })
    expect([await content(image.id), await content(copy.id)]).toEqual([404, 200])
    const before = files()
    expect(await batch('delete', [copy.id], { permanent: true })).toMatchObject({ operation: 'deleted', processed: 1 })
    expect(files()).toBe(before - 1)
    expect(await stored()).toMatchObject({ image_count: 0, total_size: 0 })
  })

  it('that is permanent needs an admin', async () => {
    const image = await add('/a/1.png')
    const body = { dataset_name: dataset, image_ids: [image.id], permanent: true }
    const refused = await h.fail('POST', '/batch/images/delete', { key: h.keys.member, body })
    expect(refused).toMatchObject({ status: 403, error: { code: 'role_too_low' } })
    expect((await h.api('POST', '/batch/images/delete', { key: h.keys.admin, body })).status).toBe(200)
  })
})

describe('an update', () => {
  it('sets statuses and displayed names, which addresses ignore', async () => {
    const images = [await add('/a/1.png'), await add('/b/2.png')]
    const ids = images.map(({ id }) => id)
    const result = await batch('update', ids, { updates: { status: 'complete', display_name: 'Seen' } })
    expect(result).toMatchObject({ processed: 2, affected_directories: ['/a', '/b'], operation: null })
    expect(await listed()).toMatchObject([
      { status: 'complete', display_name: 'Seen', filename: '1.png' },
      { status: 'complete', display_name: 'Seen', filename: '2.png' },
    ])
    expect(await stored()).toMatchObject({ completed_image_count: 2 })
    await batch('update', ids.slice(0, 1), { updates: { display_name: null } })
    expect((await listed()).map(({ display_name }) => display_name)).toEqual([null, 'Seen'])
  })

  it('needs a field to set, images of the data set, and fields that it knows', async () => {
    const image = await add('/a/1.png')
    const update = (body: object) =>
      h.fail('PATCH', '/batch/images/update', {
        body: { dataset_name: dataset, image_ids: [image.id], updates: { status: 'new' }, ...body },
      })
    expect(await update({ updates: {} })).toMatchObject({ status: 400, error: { code: 'empty_update' } })
    expect(await update({ updates: { status: 'done' } })).toMatchObject({ status: 422 })
    expect(await update({ image_ids: [] })).toMatchObject({ status: 422 })
    expect(await update({ image_ids: new Array(10_001).fill(image.id) })).toMatchObject({ status: 422 })
    expect(await update({ image_ids: [crypto.randomUUID()] })).toMatchObject({ status: 404 })
    expect(await update({ dataset_name: 'nobody' })).toMatchObject({ status: 404 })
  })
})
