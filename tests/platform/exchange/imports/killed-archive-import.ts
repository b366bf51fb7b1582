import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { recount } from '../../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Client, root } from '../../support/own-process.ts'
import { type BeginJob, imagesOf, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'
import { zipOf } from './support.ts'

const DATASET = 'Archived'
const [BROUGHT, BOXES] = [90, 3]
const OWN = 'own.webp'

const box = (x: number) => ({ x, y: 20, w: 30, h: 40 })

/** Labels of 90 images of the archive and of one that the data set has, which lacks it. */
async function archive(pictureOf: (name: string) => Buffer): Promise<Buffer> {
  const brought = Array.from({ length: BROUGHT }, (_, n) => `train/${n}.webp`)
  const names = [OWN, ...brought]
  const document = {
    images: names.map((name, id) => ({ id, file_name: name, width: 1440, height: 900 })),
    categories: [{ id: 1, name: 'car' }],
    annotations: names.flatMap((_, image_id) =>
      Array.from({ length: BOXES }, (_, n) => ({
        id: image_id * BOXES + n + 1,
        image_id,
        category_id: 1,
        bbox: Object.values(box(100 * n + 5)),
      })),
    ),
  }
  const pictures = Object.fromEntries(brought.map((name) => [`images/${name}`, pictureOf(name)]))
  return zipOf({ 'annotations/instances_train.json': Buffer.from(JSON.stringify(document)), ...pictures })
}

/** What an import can change, beside the history of annotations. */
async function stateOf(client: Client) {
  const { updated_at, images, ...dataset } = await client.datasets.get({
    params: { dataset: DATASET },
    query: { include_images: true },
  })
  const insights = await client.datasets.insights({ params: { dataset: DATASET } })
  const annotations: unknown[] = []
  for (const { id: image_id } of images ?? []) {
    annotations.push((await client.imageAnnotations.get({ params: { image_id } })).annotations)
  }
  return {
    dataset,
    insights,
    annotations,
    directories: await client.directories.list({ params: { dataset: DATASET } }),
  }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    : []

async function countersOf(db: Database, datasetId: string) {
  const counters = db.selectFrom('dataset_counters').selectAll().where('dataset_id', '=', datasetId)
  const found = await counters.orderBy('kind').orderBy('key').execute()
  const images = db.selectFrom('images').select(['id', 'annotation_count', 'outside_count', 'lowest_confidence'])
  return {
    counters: found.filter(({ images, amount }) => images !== 0 || amount !== 0),
    images: await images.where('dataset_id', '=', datasetId).orderBy('id').execute(),
  }
}

export const killedArchiveImport: BeginJob = async ({ client, dataDir }) => {
  // Each picture with bytes of its own: decoders ignore what follows the end of a picture.
  const picture = readFileSync(join(root, 'docs/screenshots/models-light.webp'))
  const pictureOf = (name: string) => Buffer.concat([picture, Buffer.from(name)])
  const upload = async (area: 'images' | 'imports', filename: string, content_type: string, bytes: Buffer) => {
    const target = await client[area].uploadUrl({ body: { filename, content_type } })
    async function* stream() {
      yield bytes
    }
    await client.upload(target, { stream: stream() }, { contentType: content_type })
    return target.gcs_uri
  }
  const { id: datasetId } = await client.datasets.create({ body: { name: DATASET, annotation_types: ['bbox'] } })
  const uploaded = await upload('images', OWN, 'image/webp', pictureOf(OWN))
  const { id: image_id } = await client.images.import({
    body: { dataset: DATASET, gcs_uri: uploaded, directory_path: '/' },
  })
  await client.annotations.save({
    params: { dataset: DATASET, filename_path: OWN },
    body: { annotations: [{ name: 'van', type: 'bbox', bounding_box: box(900) }] },
  })
  const gcs_uri = await upload('imports', 'labels.zip', 'application/zip', await archive(pictureOf))
  const before = await stateOf(client)

  const { id: import_id } = await client.imports.create({ body: { dataset: DATASET, gcs_uri } })
  const params = { import_id }
  const ended = (by: Client) =>
    eventually(async () => {
      const found = await by.imports.get({ params })
      return ['planning', 'importing', 'undoing'].includes(found.status) ? null : found
    }, WHOLE_JOB_MS)
  expect(await ended(client)).toMatchObject({ status: 'planned', plan: { annotations: { dropped: 0 } } })
  await client.imports.confirm({ params, body: {} })
  await eventually(async () => (await imagesOf(client, DATASET)).length > 3)
  expect((await imagesOf(client, DATASET)).length).toBeLessThan(BROUGHT)

  return async (again) => {
    const done = await ended(again.client)
    const written = (BROUGHT + 1) * BOXES
    expect(done).toMatchObject({
      status: 'completed',
      result: { images_added: BROUGHT, images_failed: 0, annotations_written: written, annotations_dropped: 0 },
    })
    const images = await imagesOf(again.client, DATASET)
    const names = images.map(({ directory_path, filename }) => `${directory_path}/${filename}`)
    expect([names.length, new Set(names).size]).toEqual([BROUGHT + 1, BROUGHT + 1])
    for (const { id, annotation_count } of images) expect(annotation_count).toBe(id === image_id ? BOXES + 1 : BOXES)
    const { db } = again
    const files = new Set(filesIn(join(dataDir, 'blobs')))
    const hashes = await db.selectFrom('images').select('sha256').where('dataset_id', '=', datasetId).execute()
    for (const { sha256 } of hashes) expect(files).toContain(sha256)
    const kept = await countersOf(db, datasetId)
    await recount(db, datasetId)
    expect(await countersOf(db, datasetId)).toEqual(kept)
    expect(await db.selectFrom('jobs').select('losses').where('id', '=', done.job_id).execute()).toEqual([
      { losses: 1 },
    ])

    await again.client.imports.undo({ params })
    expect(await ended(again.client)).toMatchObject({ status: 'undone' })
    expect(await stateOf(again.client)).toEqual(before)
    // Neither the store nor the temporary folder has a file of an image that is gone.
    const own = createHash('sha256').update(pictureOf(OWN)).digest('hex')
    const gone = hashes.map(({ sha256 }) => sha256).filter((hash) => hash !== own)
    await eventually(() => !filesIn(join(dataDir, 'blobs')).some((name) => gone.includes(name)))
    expect(readdirSync(join(dataDir, 'tmp')).filter((name) => name.startsWith(done.job_id))).toEqual([])
  }
}
