import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkSaveResult, SaveResult } from '../../../../src/shared/api/annotations.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: Dataset
let image: Image
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const TYPES = ['bbox', 'polygon', 'polyline', 'keypoint']
const addImage = async (filename: string, directory_path = '/train', to = dataset.id) => {
  const gcs_uri = await h.upload(filename, `IMAGE ${filename}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset: to, gcs_uri, directory_path } })).body
}
beforeEach(async () => {
  const body = { name: `Street ${++made}`, annotation_types: TYPES }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
  image = await addImage('1.jpg')
})

const at = (path: string, set = dataset.id) => `/annotations/${encodeURIComponent(set)}/${path}`
const save = (annotations: unknown, path = 'train/1.jpg', set = dataset.id) =>
  h.api<SaveResult>('POST', at(path, set), { body: { annotations } })
const refusedSave = (annotations: unknown, set = dataset.id) =>
  h.fail('POST', at('train/1.jpg', set), { body: { annotations } })
const read = async (path = 'train/1.jpg') =>
  (await h.api<{ annotations: Annotation[]; annotation_count: number }>('GET', at(path))).body
const box = (name = 'car', over: object = {}) => ({
  name,
  type: 'bbox',
  bounding_box: { x: 10, y: 20, w: 30.5, h: 40 },
  ...over,
})
const ring = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }))

describe('the annotations of an image', () => {
  it('are empty at first, then those that were saved last', async () => {
    const empty = {
      success: true,
      image_id: image.id,
      filename: '1.jpg',
      annotations: [],
      annotation_count: 0,
      revision: 0,
    }
    expect(await read()).toEqual(empty)
    const id = '0190c6d4-0000-7000-8000-00000000000a'
    const first = await save([box('car', { confidence: 0.5 }), box('car', { id })])
    expect(first.body).toEqual({ image_id: image.id, previous_count: 0, new_count: 2, status: 'saved', revision: 1 })
    const { annotations, annotation_count } = await read()
    expect(annotation_count).toBe(2)
    expect(annotations[0]).toEqual({ ...box(), confidence: 0.5, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(annotations[1]).toEqual({ ...box(), confidence: null, id })
    expect((await save([box('van')])).body).toMatchObject({ previous_count: 2, new_count: 1 })
    expect((await read()).annotations.map((a) => a.name)).toEqual(['van'])
    expect((await h.api<Image>('GET', `/images/?dataset=${dataset.id}&filename=train/1.jpg`)).body).toMatchObject({
      annotation_count: 1,
      status: 'new',
    })
  })

  it('are found by path, encoded or not, by id, and by names with odd characters', async () => {
    await save([box()])
    for (const path of ['train/1.jpg', '/train/1.jpg', 'train%2F1.jpg', image.id]) {
      expect((await read(path)).annotation_count, path).toBe(1)
    }
    const odd = await addImage('ü 100%?.jpg', '/a b/c#d')
    const { pathname } = new URL(odd.annotation_url)
    const answer = await fetch(`${h.baseUrl}${pathname}`, { headers: { 'x-api-key': h.keys.owner } })
    expect(await answer.json()).toMatchObject({ image_id: odd.id })
    for (const path of ['1.jpg', 'train', 'train/2.jpg']) expect((await h.fail('GET', at(path))).status).toBe(404)
    const other = (await h.api<Dataset>('POST', '/datasets/', { body: { name: dataset.name } })).body
    expect((await h.fail('GET', at(image.id, other.id))).status).toBe(404)
  })

  it('are removed by an admin', async () => {
    await save([box(), box()])
    expect((await h.fail('DELETE', at('train/1.jpg'), { key: h.keys.member })).status).toBe(403)
    const { body } = await h.api('DELETE', at('train/1.jpg'), { key: h.keys.admin })
    expect(body).toEqual({ image_id: image.id, deleted_count: 2 })
    expect((await read()).annotations).toEqual([])
  })

  it('keep outlines, lines and points, with the rectangle around them', async () => {
    const hole = ring([20, 20], [30, 20], [30, 30])
    const polygon = { paths: [ring([10, 10], [50, 10], [40.5, 60]), hole] }
    const polyline = { points: ring([0, 0], [100, 50]) }
    await save([
      { name: 'car', type: 'polygon', polygon, bounding_box: { x: 0, y: 0, w: 1, h: 1 } },
      { name: 'kerb', type: 'polyline', polyline },
      { name: 'nose', type: 'keypoint', keypoint: { x: 3, y: 4 } },
      { ...box('van'), type: 'box' },
    ])
    expect((await read()).annotations).toMatchObject([
      { type: 'polygon', polygon, bounding_box: { x: 10, y: 10, w: 40, h: 50 } },
      { type: 'polyline', polyline, bounding_box: { x: 0, y: 0, w: 100, h: 50 } },
      { type: 'keypoint', keypoint: { x: 3, y: 4 } },
      { type: 'bbox', name: 'van' },
    ])
  })

  it('accept a thousand and more at once', async () => {
    expect((await save(Array.from({ length: 2500 }, () => box()))).body.new_count).toBe(2500)
    expect((await read()).annotation_count).toBe(2500)
  })
})

describe('an annotation is rejected', () => {
  const bounding_box = { x: 1, y: 2, w: 3, h: 4 }
  it.each([
    ['without a name', { type: 'bbox', bounding_box }, '/name'],
    ['of an unknown type', box('car', { type: 'cube' }), '/type'],
    ['without its geometry', { name: 'car', type: 'bbox' }, '/bounding_box'],
    ['with a geometry of another type', box('car', { keypoint: { x: 1, y: 1 } }), '/keypoint'],
    ['with a field that there is not', box('car', { class: 'car' }), '/class'],
    ['with a box of no width', box('car', { bounding_box: { ...bounding_box, w: 0 } }), '/bounding_box/w'],
    ['with a box of negative height', box('car', { bounding_box: { ...bounding_box, h: -1 } }), '/bounding_box/h'],
    ['with a box beyond the image', box('car', { bounding_box: { x: 1270, y: 0, w: 20, h: 5 } }), '/bounding_box'],
    ['with a box in corners', box('car', { bounding_box: { x1: 0, y1: 0, x2: 5, y2: 5 } }), '/bounding_box/x'],
    ['with a text for a number', box('car', { bounding_box: { ...bounding_box, x: '1' } }), '/bounding_box/x'],
    [
      'with null for a number, as NaN is sent',
      box('car', { bounding_box: { ...bounding_box, x: Number.NaN } }),
      '/bounding_box/x',
    ],
    ['surer than sure', box('car', { confidence: 1.1 }), '/confidence'],
    ['with an id that is none', box('car', { id: 'one' }), '/id'],
    [
      'with a ring of two points',
      { name: 'car', type: 'polygon', polygon: { paths: [ring([1, 1], [2, 2])] } },
      '/polygon/paths/0',
    ],
    ['without a ring', { name: 'car', type: 'polygon', polygon: { paths: [] } }, '/polygon/paths'],
    [
      'as a line of one point',
      { name: 'kerb', type: 'polyline', polyline: { points: ring([1, 1]) } },
      '/polyline/points',
    ],
  ])('%s', async (_what, annotation, field) => {
    await save([box('kept')])
    const { status, error } = await refusedSave([box(), annotation])
    expect([status, error.kind]).toEqual([422, 'ValidationError'])
    expect(error.details.map((d) => d.field)).toContain(`/annotations/1${field}`)
    expect((await read()).annotations.map((a) => a.name)).toEqual(['kept'])
  })

  it('when its numbers are too large', async () => {
    const text = JSON.stringify({ annotations: [box('car', { bounding_box: { x: 12345, y: 0, w: 1, h: 1 } })] })
    const failed = await h.fail('POST', at('train/1.jpg'), { body: text.replace('12345', '1e999') })
    expect(failed.status).toBe(422)
  })

  it('when its id is used twice, or its type is not that of the data set', async () => {
    const id = '0190c6d4-0000-7000-8000-00000000000b'
    expect((await refusedSave([box('car', { id }), box('car', { id: id.toUpperCase() })])).error.details).toEqual([
      { field: '/annotations/1/id', message: 'is used twice', text: { code: 'invalid.id_used_twice', params: {} } },
    ])
    await h.api('PATCH', `/datasets/${dataset.id}`, { body: { annotation_types: ['polygon'] } })
    const { error } = await refusedSave([box()])
    expect(error.details).toEqual([
      {
        field: '/annotations/0/type',
        message: 'is bbox, but this data set holds polygon only',
        text: { code: 'invalid.annotation_type', params: { type: 'bbox', allowed: 'polygon' } },
      },
    ])
  })
})

describe('a bulk save', () => {
  it('saves the valid images and names the invalid ones', async () => {
    const second = await addImage('2.jpg')
    const saves = [
      { image_id: image.id, annotations: [box()] },
      { image_id: 'nobody', annotations: [] },
      { image_id: second.id, annotations: [box('car', { bounding_box: { x: 5000, y: 0, w: 1, h: 1 } })] },
    ]
    const { status, body } = await h.api<BulkSaveResult>('POST', '/annotations/bulk', { body: { saves } })
    expect([status, body.saved.map((s) => s.image_id)]).toEqual([200, [image.id]])
    expect(body.failed).toEqual([
      {
        image_id: 'nobody',
        error: expect.stringContaining('nobody'),
        text: { code: 'image.missing', params: expect.anything() },
      },
      {
        image_id: second.id,
        error: expect.stringContaining('outside the image of 1280 x 720'),
        text: { code: expect.stringMatching(/^invalid\./), params: expect.anything() },
      },
    ])
    const foreign = await h.api<BulkSaveResult>('POST', '/annotations/bulk', {
      body: { saves: saves.slice(0, 1) },
      key: h.foreignKey,
    })
    expect(foreign.body).toMatchObject({ saved: [], failed: [{ image_id: image.id }] })
  })

  it('accepts at most 200 images', async () => {
    const saves = Array.from({ length: 201 }, () => ({ image_id: image.id, annotations: [] }))
    expect((await h.fail('POST', '/annotations/bulk', { body: { saves } })).status).toBe(422)
  })
})

describe('a class', () => {
  const change = (what: string, body: object) =>
    h.api<{ data: object }>('POST', `/annotations/${what}`, { body: { dataset: dataset.name, ...body } })
  const refused = (what: string, body: object) =>
    h.fail('POST', `/annotations/${what}`, { body: { dataset: dataset.name, ...body } })
  const names = async () => ({
    listed: (await h.api<Dataset>('GET', `/datasets/${dataset.id}`)).body.classes.map((c) => c.name),
    used: (await read()).annotations.map((a) => a.name),
  })
  beforeEach(async () => {
    const classes = [{ name: 'car' }, { name: 'van' }, { name: 'van', type: 'polygon' }]
    await h.api('PATCH', `/datasets/${dataset.id}`, { body: { classes } })
    await save([box('car'), box('car'), box('van'), box('stray')])
  })

  it('is added once, and none is lost when many people add some at once', async () => {
    const all = Array.from({ length: 12 }, (_, i) => `class ${i % 8}`)
    const added = await Promise.all(all.map((name) => change('add-class', { name, type: 'bbox' })))
    const updated = added.filter(({ body }) => (body as { data: { config_updated: boolean } }).data.config_updated)
    expect(updated).toHaveLength(8)
    const { listed } = await names()
    expect(listed.filter((name) => name.startsWith('class ')).sort()).toEqual([...new Set(all)])
  })

  it('is renamed in the list and everywhere', async () => {
    const { body } = await change('rename-class', { old_name: 'car', new_name: 'motor car' })
    const told = {
      old_name: 'car',
      new_name: 'motor car',
      images_updated: 1,
      annotations_updated: 2,
      config_updated: true,
    }
    expect(body.data).toEqual({ dataset_id: dataset.id, ...told })
    expect(await names()).toEqual({
      listed: ['motor car', 'van', 'van'],
      used: ['motor car', 'motor car', 'van', 'stray'],
    })
    const stray = await change('rename-class', { old_name: 'stray', new_name: 'dog' })
    expect(stray.body.data).toMatchObject({ annotations_updated: 1, config_updated: false })
  })

  it('is not renamed to an existing one, but merged into it', async () => {
    const conflict = { status: 409, error: { code: 'name_conflict', message: expect.stringContaining('merge-class') } }
    expect(await refused('rename-class', { old_name: 'car', new_name: 'van' })).toMatchObject(conflict)
    const { body } = await change('merge-class', { source_name: 'car', target_name: 'van' })
    expect(body.data).toMatchObject({ images_updated: 1, annotations_updated: 2, config_updated: true })
    expect(await names()).toEqual({ listed: ['van', 'van'], used: ['van', 'van', 'van', 'stray'] })
    expect((await refused('merge-class', { source_name: 'car', target_name: 'van' })).status).toBe(404)
  })

  it('is removed from the list, for one type or all, with its annotations on request', async () => {
    const one = await change('delete-class', { name: 'van', class_type: 'polygon' })
    expect(one.body.data).toMatchObject({ config_updated: true, annotations_removed: 0 })
    expect((await names()).listed).toEqual(['car', 'van'])
    const all = await change('delete-class', { name: 'car', delete_annotations: true })
    expect(all.body.data).toMatchObject({ config_updated: true, images_updated: 1, annotations_removed: 2 })
    expect(await names()).toEqual({ listed: ['van'], used: ['van', 'stray'] })
    expect((await refused('delete-class', { name: 'car' })).status).toBe(404)
  })
})
