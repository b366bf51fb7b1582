/** Images through the whole platform with its real engine: video, data set, model, annotations, data set, export. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../src/client/client.ts'
import type { Dataset, Image } from '../../src/shared/api/datasets.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { unpack } from '../platform/exchange/exports/support.ts'
import { annotatingGraph, detectingGraph, MODEL } from '../platform/support/graphs.ts'
import { writeDemoClip } from '../setup/demo-clip.ts'
import { eventually } from '../setup/eventually.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

const SECONDS = 4
const STILLS = join(import.meta.dirname, '../fixtures/stills')
const path = join(testFolder(), 'street-crossing.mp4')
let platform: RunningPlatform
let client: ApiClient
let clip: string
beforeAll(async () => {
  await writeDemoClip(path, SECONDS)
  platform = await startPlatform()
  client = platform.client
  clip = await platform.uploadVideo(path)
})
afterAll(() => platform.stop())

async function imagesOf({ id }: Dataset): Promise<Image[]> {
  const dataset = await client.datasets.get({ params: { dataset: id }, query: { include_images: true } })
  return dataset.images ?? []
}

const annotating = (dataset: Dataset, sample_fps: number) =>
  annotatingGraph(dataset.id, { kind: 'video', gcs_uri: clip, sample_fps })

const annotationsOf = (dataset: Dataset, filename_path: string) =>
  client.annotations.get({ params: { dataset: dataset.id, filename_path } })

it('creates images of a video’s frames, with their detections', async () => {
  const frames = await client.datasets.create({ body: { name: 'Frames' } })
  const done = await platform.run(annotating(frames, 0.5))
  expect([done.status, done.error]).toEqual(['completed', null])
  const images = await imagesOf(frames)
  expect(images.length).toBeGreaterThan(1)
  expect(images[0]).toMatchObject({ directory_path: '/street-crossing', content_type: 'image/jpeg', width: 1280 })
  const { annotations } = await annotationsOf(frames, `street-crossing/${images[0]?.filename}`)
  expect(annotations.length).toBe(images[0]?.annotation_count)

  // Images uploaded through the API, under names whose natural order is not alphabetical.
  const street = await client.datasets.create({ body: { name: 'Street' } })
  for (const [n, image] of images.slice(0, 2).entries()) {
    const filename = `${[10, 9][n]}.jpg`
    const picture = await client.images.content({ params: { image_id: image.id } })
    const bytes = Buffer.from(await picture.arrayBuffer())
    const place = await client.images.uploadUrl({ body: { filename, content_type: 'image/jpeg' } })
    async function* stream() {
      yield bytes
    }
    await client.upload(place, { stream: stream() }, { contentType: 'image/jpeg' })
    const body = { dataset: 'Street', gcs_uri: place.gcs_uri, directory_path: '/night' }
    expect(await client.images.import({ body })).toMatchObject({ filename, width: 1280, content_type: 'image/jpeg' })
  }
  const onImages = await platform.run(annotatingGraph(street.id, { kind: 'dataset', dataset_project_id: street.id }))
  expect([onImages.status, onImages.error, onImages.progress.frames_done]).toEqual(['completed', null, 2])
  const model = await client.models.get({ params: { model: MODEL } })
  const [first, second] = [await annotationsOf(street, 'night/10.jpg'), await annotationsOf(street, 'night/9.jpg')]
  expect(first.annotation_count + second.annotation_count).toBeGreaterThan(2)
  for (const { name, type, confidence, bounding_box } of first.annotations) {
    expect(Object.values(model.class_mapping ?? {})).toContain(name)
    expect([type, typeof confidence]).toEqual(['bbox', 'number'])
    const { x = -1, y = -1, w = 0, h = 0 } = bounding_box ?? {}
    expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1280 && y + h <= 720).toBe(true)
  }
  // The same still through the same model: the frame's sure detections are found in the image, despite JPEG compression.
  const sure = (all: typeof annotations) => all.filter(({ confidence }) => (confidence ?? 0) > 0.5).map((a) => a.name)
  expect(sure(annotations).length).toBeGreaterThan(2)
  expect(sure(first.annotations).sort()).toEqual(sure(annotations).sort())
  const { classes } = await client.datasets.get({ params: { dataset: 'Street' } })
  expect(new Set(classes.map((c) => c.name))).toEqual(
    new Set([...first.annotations, ...second.annotations].map((a) => a.name)),
  )
})

it('stores stills by their first image, upright, and refuses others with the reason', async () => {
  const dataset = await client.datasets.create({ body: { name: 'Stills' } })
  const add = async (still: string, filename: string) => {
    const place = await client.images.uploadUrl({ body: { filename, content_type: 'image/jpeg' } })
    await client.upload(place, { path: join(STILLS, still) }, { contentType: 'image/jpeg' })
    return client.images.import({
      body: { dataset: dataset.id, gcs_uri: place.gcs_uri, directory_path: '/', filename },
    })
  }
  for (const [still, content_type] of [
    ['mpo.jpg', 'image/jpeg'],
    ['motion.jpg', 'image/jpeg'],
    ['tiled-deflate.tif', 'image/tiff'],
    ['tiled-big.tif', 'image/tiff'],
    ['turned-6.webp', 'image/webp'],
    ['animated.png', 'image/png'],
    ['animated.gif', 'image/gif'],
    ['plain.bmp', 'image/bmp'],
  ] as const) {
    expect(await add(still, still)).toMatchObject({ width: 75, height: 50, content_type })
  }
  await expect(add('zstd.tif', 'map.tif')).rejects.toMatchObject({
    code: 'image_unreadable',
    message: expect.stringContaining('“map.tif” is a TIFF file with ZSTD compression'),
  })
})

it('extracts frames of a video, upright and in its order', async () => {
  const dataset = await client.datasets.create({ body: { name: 'Extracted' } })
  const place = await client.video.uploadUrl({ body: { filename: 'clip.mp4', content_type: 'video/mp4' } })
  await client.upload(place, { path }, { contentType: 'video/mp4' })
  const { duration_seconds } = await client.video.probe({ body: { store_path: place.store_path } })
  const names = { dataset_name: 'Extracted', directory_name: 'clip', parent_directory_path: '/' }
  const body = { ...names, store_path: place.store_path, sample_fps: 1 }
  const { job_id } = await client.video.extractFrames({ body })
  const job = await eventually(async () => {
    const now = await client.video.extraction({ params: { job_id } })
    return now.status === 'processing' ? null : now
  })
  expect([job.status, job.error, job.warning]).toEqual(['complete', null, null])
  expect(duration_seconds).toBeCloseTo(SECONDS, 1)
  expect(Math.abs(job.frames_extracted - SECONDS)).toBeLessThanOrEqual(1)
  const images = await imagesOf(dataset)
  expect(images.map((i) => i.id)).toEqual(job.image_ids)
  expect(new Set(images.map((i) => i.size_bytes)).size).toBeGreaterThan(1)
  expect(images[0]).toMatchObject({ directory_path: '/clip', width: 1280, content_type: 'image/jpeg' })
})

it('rejects a broken image', async () => {
  await client.datasets.create({ body: { name: 'Broken' } })
  const bytes = readFileSync(path).subarray(0, 1000)
  const refused = async (filename: string, stream: AsyncIterable<Uint8Array>, sentence: RegExp) => {
    const place = await client.images.uploadUrl({ body: { filename, content_type: 'image/jpeg' } })
    await client.upload(place, { stream }, { contentType: 'image/jpeg' })
    const importing = client.images.import({ body: { dataset: 'Broken', gcs_uri: place.gcs_uri, directory_path: '/' } })
    await expect(importing).rejects.toMatchObject({
      code: 'image_unreadable',
      message: expect.stringMatching(sentence),
    })
  }
  async function* half() {
    yield bytes
  }
  await refused('half.jpg', half(), /“half\.jpg”/)
  const video = createReadStream(path)
  await refused('video.jpg', video, /“video\.jpg” is not an image/)
})

it('extracts the frames in which the model of a run was least sure', async () => {
  const dataset = await client.datasets.create({ body: { name: 'Unsure' } })
  const run = await platform.run(annotating(dataset, 2))
  expect([run.status, run.error]).toEqual(['completed', null])
  const names = { dataset_name: 'Unsure', directory_name: 'unsure', parent_directory_path: '/', sample_fps: 2 }
  const selection = { by: 'unsure', run_id: run.id, below: 0.9, count: 3, min_gap_s: 1 } as const
  const { job_id } = await client.video.extractFrames({ body: { ...names, store_path: clip, selection } })
  const job = await eventually(async () => {
    const now = await client.video.extraction({ params: { job_id } })
    return now.status === 'processing' ? null : now
  })
  expect([job.status, job.error, job.frames_extracted]).toEqual(['complete', null, 3])
  // The run stored the same moments of the video as images of its own.
  const images = await imagesOf(dataset)
  expect(images.filter(({ directory_path }) => directory_path === '/unsure').map(({ id }) => id)).toEqual(job.image_ids)
})

it('exports the annotations of a run, and runs on the export after its data set was deleted', async () => {
  const dataset = await client.datasets.create({ body: { name: 'Exported' } })
  await platform.run(annotating(dataset, 0.5))
  const { id } = await client.exports.create({ body: { dataset: 'Exported', split: { train: 50, val: 50, test: 0 } } })
  const made = await eventually(async () => {
    const now = await client.exports.get({ params: { export_id: id } })
    return now.status === 'pending' || now.status === 'running' ? null : now
  })
  expect([made.status, made.error_message]).toEqual(['completed', null])
  expect(made.annotation_count).toBeGreaterThan(made.image_count)
  await client.datasets.delete({ params: { dataset: dataset.id } })

  const { data } = await client.exports.download({ params: { export_id: id } })
  const files = await unpack(Buffer.from(await (await fetch(data.download_url)).arrayBuffer()))
  const parts = ['train', 'val'].map((split) => JSON.parse(String(files.get(`annotations/instances_${split}.json`))))
  const count = (list: 'images' | 'annotations') => parts.reduce((sum, part) => sum + part[list].length, 0)
  expect([count('images'), count('annotations')]).toEqual([made.image_count, made.annotation_count])
  for (const [i, split] of ['train', 'val'].entries()) {
    for (const { file_name } of parts[i].images) {
      // The first bytes of a JPEG file.
      expect(files.get(`images/${split}/${file_name}`)?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
  }

  const done = await platform.run(detectingGraph({ kind: 'export', export_id: id }))
  expect([done.status, done.error, done.progress.frames_done]).toEqual(['completed', null, made.image_count])
})
