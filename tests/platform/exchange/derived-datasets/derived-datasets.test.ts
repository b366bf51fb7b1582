/** Data sets that are made of the images of another one, over HTTP. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ImageAnnotations } from '../../../../src/shared/api/annotations.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { DerivedDataset, DerivePreview } from '../../../../src/shared/api/derived-datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
let dataset: string
beforeEach(async () => {
  h = await joinPlatform()
  const fields = { name: 'Street', annotation_types: ['bbox', 'polygon', 'polyline', 'keypoint'] }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: fields })).body.id
})

/** Images of tests are 1280 by 720 pixels. */
async function add(filename: string, annotations: unknown[] = [], directory_path = '/') {
  const gcs_uri = await h.upload(filename, `IMAGE ${directory_path}${filename}`, 'image/jpeg')
  const image = (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri, directory_path } })).body
  if (annotations.length > 0) await h.api('POST', `/annotations/${dataset}/${image.id}`, { body: { annotations } })
  return image
}
const derive = async (body: object) =>
  (await h.api<DerivedDataset>('POST', `/datasets/${dataset}/derive`, { body })).body
const ended = (id: string | null) =>
  eventually(async () => {
    const { body } = await h.api<Job>('GET', `/jobs/${id}`)
    return ['queued', 'running'].includes(body.state) ? null : body
  })
const imagesOf = async (id: string | null) =>
  (await h.api<Dataset & { images: Image[] }>('GET', `/datasets/${id}?include_images=true`)).body.images
const annotationsOf = async (id: string | null, image: Image) =>
  (await h.api<ImageAnnotations>('GET', `/annotations/${id}/${image.id}`)).body.annotations

const box = (x: number, y: number, w: number, h: number) => ({
  name: 'car',
  type: 'bbox',
  bounding_box: { x, y, w, h },
})

describe('tiles', () => {
  it('have the annotations that are visible in them, in the directory and split of their image', async () => {
    const image = await add('a.jpg', [box(600, 100, 100, 100), box(10, 10, 20, 20)], '/train/cars')
    await h.api('POST', '/batch/images/split', { body: { dataset, image_ids: [image.id], split: 'valid' } })
    const made = await derive({ tile: { rows: 2, columns: 2 }, min_visible: 0.5 })
    expect(made).toMatchObject({ kind: 'tile', dataset_name: 'Street tiles', source_images: 1, images: 4 })
    expect(await ended(made.job_id)).toMatchObject({ state: 'done' })
    const tiles = await imagesOf(made.dataset_id)
    expect(tiles.map(({ width, height, directory_path, split }) => [width, height, directory_path, split])).toEqual(
      Array(4).fill([640, 360, '/train/cars', 'valid']),
    )
    const byMark = new Map(tiles.map((tile) => [/r\d-c\d/.exec(tile.filename)?.[0], tile]))
    const boxes = async (mark: string) =>
      (await annotationsOf(made.dataset_id, byMark.get(mark) as Image)).map(({ bounding_box }) => bounding_box)
    expect(await boxes('r1-c1')).toEqual([{ x: 10, y: 10, w: 20, h: 20 }])
    expect(await boxes('r1-c2')).toEqual([{ x: 0, y: 100, w: 60, h: 100 }])
    expect(await boxes('r2-c1')).toEqual([])
    const { body } = await h.api<Dataset>('GET', `/datasets/${made.dataset_id}`)
    expect(body).toMatchObject({ image_count: 4, annotation_types: ['bbox', 'polygon', 'polyline', 'keypoint'] })
  })

  it('of one image stay in one split', async () => {
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await add(name)
    const made = await derive({ tile: { rows: 2, columns: 3 } })
    await ended(made.job_id)
    await h.api('POST', `/datasets/${made.dataset_id}/splits`, { body: { train: 0.5, valid: 0.25, test: 0.25 } })
    const splits = new Map<string, Set<string | null>>()
    for (const { filename, split } of await imagesOf(made.dataset_id)) {
      const stem = filename[0] as string
      splits.set(stem, (splits.get(stem) ?? new Set()).add(split))
    }
    expect([...splits.values()].map((of) => of.size)).toEqual([1, 1, 1, 1])
  })
})

describe('changed copies', () => {
  it('are made beside the originals, with mirrored annotations', async () => {
    await add('a.jpg', [box(10, 20, 30, 40)])
    const made = await derive({ name: 'More', augment: { copies: 2, flip_horizontal: 1 } })
    expect(made).toMatchObject({ kind: 'augment', dataset_name: 'More', images: 3 })
    expect((await ended(made.job_id)).state).toBe('done')
    const images = await imagesOf(made.dataset_id)
    expect(images).toHaveLength(3)
    const boxes = await Promise.all(
      images.map(async (image) => [
        image.filename === 'a.jpg',
        (await annotationsOf(made.dataset_id, image))[0]?.bounding_box,
      ]),
    )
    for (const [isOriginal, bounding_box] of boxes) {
      expect(bounding_box).toEqual(isOriginal ? { x: 10, y: 20, w: 30, h: 40 } : { x: 1240, y: 20, w: 30, h: 40 })
    }
  })

  it('continue where a failed job stopped, without a second copy of an image', async () => {
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await add(name, [box(1, 2, 3, 4)])
    const { changeImage } = h.engine
    let isFull = true
    h.engine.changeImage = async (request) => {
      if (isFull && request.name === 'b.jpg') {
        return { ok: false, error: { code: 'disk_full', message: 'The disk is full.', node_id: null } }
      }
      return changeImage(request)
    }
    const made = await derive({ augment: { copies: 3 } })
    const failed = await ended(made.job_id)
    expect([failed.state, failed.error]).toEqual(['failed', expect.stringContaining('The disk is full.')])
    isFull = false
    await h.api('POST', `/jobs/${made.job_id}/retry`)
    expect((await ended(made.job_id)).state).toBe('done')
    expect(await imagesOf(made.dataset_id)).toHaveLength(12)
    expect((await h.api<Dataset>('GET', `/datasets/${made.dataset_id}`)).body.image_count).toBe(12)
  })

  it('leave out an image that cannot be read, and say so', async () => {
    for (const name of ['a.jpg', 'b.jpg']) await add(name)
    const { changeImage } = h.engine
    h.engine.changeImage = async (request) =>
      request.name === 'a.jpg'
        ? { ok: false, error: { code: 'source_unreadable', message: 'The image is damaged.', node_id: null } }
        : changeImage(request)
    const made = await derive({ augment: { copies: 1, include_originals: false } })
    expect((await ended(made.job_id)).error).toContain('1 image was left out, first “a.jpg”: The image is damaged.')
    expect(await imagesOf(made.dataset_id)).toHaveLength(1)
  })

  it('end with a cancelled job, and keep what was made', async () => {
    for (const name of ['a.jpg', 'b.jpg']) await add(name)
    let go: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const { changeImage } = h.engine
    h.engine.changeImage = async (request) => {
      if (request.name === 'b.jpg') await held
      return changeImage(request)
    }
    const made = await derive({ augment: { copies: 1, include_originals: false } })
    await eventually(async () => (await imagesOf(made.dataset_id)).length === 1)
    await h.api('POST', `/jobs/${made.job_id}/cancel`)
    go()
    expect((await ended(made.job_id)).state).toBe('cancelled')
    expect(await imagesOf(made.dataset_id)).toHaveLength(1)
  })
})

it('counts images and bytes in a dry run, and makes nothing', async () => {
  for (const name of ['a.jpg', 'b.jpg']) await add(name)
  const counted = await derive({ augment: { copies: 4 }, dry_run: true })
  expect(counted).toMatchObject({ dataset_id: null, job_id: null, source_images: 2, images: 10 })
  expect(counted.estimated_bytes).toBeGreaterThan(0)
  expect(await derive({ tile: { size: 640, overlap: 0.5 }, dry_run: true })).toMatchObject({ images: 12 })
  expect((await h.api<{ data: Dataset[] }>('GET', '/datasets/')).body.data).toHaveLength(1)
})

it('refuses settings that contradict each other', async () => {
  const refused = async (body: object) =>
    (await h.fail('POST', `/datasets/${dataset}/derive`, { body })).error.details[0]?.field
  expect(await refused({})).toBe('/augment')
  expect(await refused({ augment: {}, tile: { rows: 2 } })).toBe('/augment')
  expect(await refused({ tile: {} })).toBe('/tile/size')
  expect(await refused({ tile: { rows: 2, size: 640 } })).toBe('/tile/size')
  expect(await refused({ augment: { rotate: { min: 5, max: 1 } } })).toBe('/augment/rotate/max')
  await add('a.jpg')
  expect(await refused({ tile: { size: 64, overlap: 0.9 } })).toBe('/tile/size')
})

describe('a preview', () => {
  const preview = (body: object) => ({ body: { ...body } })

  it('has the pictures of one image with their annotations, and makes nothing', async () => {
    const image = await add('a.jpg', [box(600, 100, 100, 100)])
    const request = preview({ image_id: image.id, tile: { rows: 2, columns: 2 }, min_visible: 0.5 })
    const { body } = await h.api<DerivePreview>('POST', `/datasets/${dataset}/derive-preview`, request)
    expect(body).toMatchObject({ image_id: image.id, filename: 'a.jpg', total: 4 })
    expect(body.pictures.map(({ width, height }) => [width, height])).toEqual(Array(4).fill([640, 360]))
    expect(body.pictures.map(({ annotations }) => annotations.map(({ bounding_box }) => bounding_box))).toEqual([
      [],
      [{ x: 0, y: 100, w: 60, h: 100 }],
      [],
      [],
    ])
    const { data } = (await h.api<{ data: Dataset[] }>('GET', '/datasets')).body
    expect(data.map(({ name }) => name)).toEqual(['Street'])
  })

  it('has twelve pictures at most, and says how many there are', async () => {
    const image = await add('a.jpg')
    const request = preview({ image_id: image.id, augment: { copies: 20 } })
    const { body } = await h.api<DerivePreview>('POST', `/datasets/${dataset}/derive-preview`, request)
    expect([body.pictures.length, body.total]).toEqual([12, 20])
  })

  it('is rejected for an image of another data set, and for settings of both kinds or none', async () => {
    const image = await add('a.jpg')
    const other = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Other' } })).body.id
    const request = preview({ image_id: image.id, tile: { rows: 2 } })
    expect((await h.fail('POST', `/datasets/${other}/derive-preview`, request)).status).toBe(404)
    const none = preview({ image_id: image.id })
    expect((await h.fail('POST', `/datasets/${dataset}/derive-preview`, none)).status).toBe(422)
  })
})
