/** Thumbnails and tags of images that arrive. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: string
beforeEach(async () => {
  h = await startHarness()
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body.id
})
afterEach(() => h.close())

async function add(filename: string, content: string, of = dataset): Promise<Image> {
  const gcs_uri = await h.upload(filename, content, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset: of, gcs_uri } })).body
}
const thumbnail = (image: Image, size?: number) =>
  h.api<string>('GET', `/images/${image.id}/thumbnail${size ? `?size=${size}` : ''}`)
const isIdle = async (on = h) => {
  const { body } = await on.api<Job[]>('GET', '/jobs')
  return body.every(({ state }) => state !== 'queued' && state !== 'running')
}
const removeThumbnails = () => rmSync(join(h.dataDir, 'thumbnails'), { recursive: true, force: true })

it('makes both thumbnails and the tags of an image in a job', async () => {
  const image = await add('a.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  expect(h.engine.derivations).toEqual(['a.jpg'])
  const small = await thumbnail(image)
  expect(small.body).toBe('WEBP 256 of dark')
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect((await thumbnail(image, 1024)).body).toBe('WEBP 1024 of dark')
  const tagged = await h.api<{ id: string }[]>('GET', '/search/by-tags?attributes=dark')
  expect(tagged.body.map(({ id }) => id)).toEqual([image.id])
})

it('queues the job of a data set again for images that arrive later, so that it is listed once', async () => {
  for (const name of ['a', 'b', 'c']) {
    await add(`${name}.jpg`, `IMAGE dark ${name}`)
    await eventually(() => isIdle())
  }
  const other = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Harbour' } })).body.id
  await add('d.jpg', 'IMAGE dark d', other)
  await eventually(() => isIdle())
  const { body } = await h.api<Job[]>('GET', '/jobs')
  expect(body.map(({ subject, state }) => [subject, state])).toEqual([
    ['Harbour', 'done'],
    ['Street', 'done'],
  ])
  expect((await h.api<unknown[]>('GET', '/search/by-tags?attributes=dark')).body).toHaveLength(4)
})

it('has the thumbnails of an upload before its job has run', async () => {
  const image = await add('a.jpg', 'IMAGE dark')
  expect((await thumbnail(image)).body).toBe('WEBP 256 of dark')
  expect(h.engine.derivations).toEqual(['a.jpg'])
  await eventually(() => isIdle())
  expect(h.engine.derivations).toEqual(['a.jpg'])
})

it('names the thumbnail in the record of an image', async () => {
  const image = await add('a.jpg', 'IMAGE')
  expect(new URL(image.thumbnail_url).pathname).toBe(`/api/v1/developer/images/${image.id}/thumbnail`)
})

it('lets a browser keep a thumbnail, and confirms the one that it has', async () => {
  const image = await add('a.jpg', 'IMAGE')
  const { headers } = await thumbnail(image)
  expect(headers.get('cache-control')).toBe('private, max-age=604800, immutable')
  const again = await h.api('GET', `/images/${image.id}/thumbnail`, {
    headers: { 'if-none-match': headers.get('etag') as string },
  })
  expect(again.status).toBe(304)
})

it('derives once from the same bytes', async () => {
  await add('a.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  const other = await add('b.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  expect(h.engine.derivations).toEqual(['a.jpg'])
  expect((await thumbnail(other)).body).toBe('WEBP 256 of dark')
  expect((await h.api<unknown[]>('GET', '/search/by-tags?attributes=dark')).body).toHaveLength(2)
})

it('makes a thumbnail again that was removed from the disk', async () => {
  const image = await add('a.jpg', 'IMAGE')
  await eventually(() => isIdle())
  removeThumbnails()
  const replies = await Promise.all([thumbnail(image), thumbnail(image, 1024), thumbnail(image)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
})

it('rejects a size that is not made', async () => {
  const image = await add('a.jpg', 'IMAGE')
  expect((await h.fail('GET', `/images/${image.id}/thumbnail?size=512`)).status).toBe(422)
})

it('does not show the thumbnail to another organization', async () => {
  const image = await add('a.jpg', 'IMAGE')
  const { status } = await h.fail('GET', `/images/${image.id}/thumbnail`, { key: h.foreignKey })
  expect(status).toBe(404)
})

describe.each([
  ['broken', 'The image is damaged.'],
  ['crash', 'The engine crashed (SIGSEGV).'],
])('an image that is %s', (word, reason) => {
  it('has no thumbnail, with the reason, and the images after it have theirs', async () => {
    const bad = await add('bad.jpg', `IMAGE ${word}`)
    const good = await add('good.jpg', 'IMAGE good')
    await eventually(() => isIdle())
    const { status, error } = await h.fail('GET', `/images/${bad.id}/thumbnail`)
    expect(status).toBe(404)
    expect(error.message).toBe(`“bad.jpg” has no thumbnail. ${reason}`)
    expect((await thumbnail(good)).status).toBe(200)
    expect((await h.api<Job[]>('GET', '/jobs')).body.every(({ state }) => state === 'done')).toBe(true)
  })

  it('is not tried again by later images or requests', async () => {
    const bad = await add('bad.jpg', `IMAGE ${word}`)
    await eventually(() => isIdle())
    const tries = h.engine.derivations.length
    await thumbnail(bad)
    await add('copy.jpg', `IMAGE ${word}`)
    await eventually(() => isIdle())
    expect(h.engine.derivations).toHaveLength(tries)
  })
})

it('keeps thumbnails within the limit, and makes evicted ones again on request', async () => {
  const small = await startHarness({ maxThumbnailBytes: 256 * 20 })
  try {
    const { id } = (await small.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body
    const images: Image[] = []
    for (let i = 0; i < 40; i++) {
      const gcs_uri = await small.upload(`${i}.jpg`, `IMAGE tag${i}`, 'image/jpeg')
      images.push((await small.api<Image>('POST', '/images/', { body: { dataset: id, gcs_uri } })).body)
    }
    await eventually(() => isIdle(small))
    expect(small.engine.derivations).toHaveLength(40)
    for (const [i, image] of images.entries()) {
      const { body } = await small.api('GET', `/images/${image.id}/thumbnail`)
      expect(body).toBe(`WEBP 256 of tag${i}`)
    }
    // Each of the 256 folders has room for one of them, and some have the same folder.
    expect(small.engine.derivations.length).toBeGreaterThan(40)
  } finally {
    await small.close()
  }
})

it('removes thumbnails and contents with the data set', async () => {
  const image = await add('a.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  await h.api('DELETE', `/datasets/${dataset}`)
  expect((await thumbnail(image)).status).toBe(404)
  const db = await openPlatformDatabase(h.dataDir)
  for (const table of ['image_contents', 'image_derivations', 'image_tags', 'derivation_jobs'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  await db.destroy()
})

it('tags copies, and removes thumbnails with the last image of their bytes', async () => {
  const image = await add('a.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  const images = { dataset_name: 'Street', image_ids: [image.id] }
  await h.api('POST', '/batch/images/copy', { body: { ...images, target_directory_path: '/copies' } })
  await eventually(() => isIdle())
  const tagged = async () => (await h.api<{ id: string }[]>('GET', '/search/by-tags?attributes=dark')).body
  const copy = (await tagged()).find(({ id }) => id !== image.id)?.id as string
  expect(h.engine.derivations).toEqual(['a.jpg'])
  const files = () =>
    readdirSync(join(h.dataDir, 'thumbnails'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.webp'),
    )
  await h.api('POST', '/batch/images/delete', { body: { ...images, permanent: true } })
  expect([(await tagged()).map(({ id }) => id), files().length]).toEqual([[copy], 2])
  await h.api('POST', '/batch/images/delete', { body: { ...images, image_ids: [copy], permanent: true } })
  expect([await tagged(), files()]).toEqual([[], []])
})

it('completes images at the start of the platform that had arrived before', async () => {
  const image = await add('a.jpg', 'IMAGE dark')
  await eventually(() => isIdle())
  const db = await openPlatformDatabase(h.dataDir)
  await db.deleteFrom('image_tags').execute()
  await db.updateTable('image_derivations').set({ state: 'pending', made_id: null }).execute()
  await db.destroy()
  const { dataDir } = h
  await h.platform.close()
  const again = await startHarness({ dataDir })
  try {
    const tagged = async () =>
      (await again.api<{ id: string }[]>('GET', '/search/by-tags?attributes=dark')).body.map(({ id }) => id)
    await expect.poll(tagged).toEqual([image.id])
  } finally {
    await again.close()
  }
})
