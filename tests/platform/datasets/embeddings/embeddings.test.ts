import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { EmbeddingState } from '../../../../src/shared/api/embeddings.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { SimilarImage } from '../../../../src/shared/api/search.ts'
import { EMBEDDER_FOLDER } from '../../../../src/shared/domain/installed-models.ts'
import { writeEmbedder } from '../../../engine/support/embedder-files.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { jobsEnded } from '../search/searching.ts'

let h: Harness
let folder: string
let dataset: string
let made = 0
beforeAll(async () => {
  h = await startHarness()
  folder = join(h.dataDir, EMBEDDER_FOLDER)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Colours ${++made}` } })).body.id
})

async function add(filename: string, content = filename): Promise<string> {
  const gcs_uri = await h.upload(filename, `IMAGE ${content} ${dataset}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri } })).body.id
}
const state = async () => (await h.api<EmbeddingState>('GET', `/datasets/${dataset}/embeddings`)).body
const start = async () => (await h.api<EmbeddingState>('POST', `/datasets/${dataset}/embeddings`)).body
const read = (count: number) =>
  eventually(async () => {
    const now = await state()
    return now.embedded_images === count && now.job_id === null ? now : null
  })
const address = (text: string) => `/search/by-text?text=${encodeURIComponent(text)}&dataset_name=${dataset}`
const found = async (text: string) =>
  (await h.api<SimilarImage[]>('GET', address(text), { key: h.keys.viewer })).body.map(({ filename }) => filename)

describe('images that a model has read', () => {
  it('are found by a description, the best match first', async () => {
    const names = ['red.jpg', 'green.jpg', 'blue.jpg', 'red green.jpg']
    for (const name of names) await add(name)
    writeEmbedder(folder)
    expect(await start()).toMatchObject({ model: 'search model', has_text: true, images: 4 })
    await read(4)
    expect((await found('a red car')).slice(0, 2)).toEqual(['red.jpg', 'red green.jpg'])
    expect((await found('blue'))[0]).toBe('blue.jpg')
    const [first] = (await h.api<SimilarImage[]>('GET', `${address('red')}&limit=1`)).body
    expect(first).toMatchObject({ filename: 'red.jpg', similarity: 1 })
  })

  it('are read when they arrive, once a model is installed', async () => {
    writeEmbedder(folder)
    await add('red.jpg')
    await read(1)
    await add('green.jpg')
    await read(2)
    expect((await found('green'))[0]).toBe('green.jpg')
  })

  it('are found by the subject of another image', async () => {
    writeEmbedder(folder)
    const { embed } = h.engine
    let letRead = () => {}
    const isAsked = new Promise<void>((resolve) => {
      letRead = resolve
    })
    h.engine.embed = async (request) => {
      await isAsked
      return embed(request)
    }
    const [red] = [await add('red.jpg'), await add('green.jpg'), await add('red 2.jpg')]
    const similar = `/search/similar?by=model&image_id=${red}&threshold=0.5`
    expect((await h.fail('GET', similar)).status).toBe(404)
    letRead()
    await read(3)
    h.engine.embed = embed
    const { body } = await h.api<SimilarImage[]>('GET', similar, { key: h.keys.viewer })
    expect(body).toMatchObject([{ filename: 'red 2.jpg', similarity: 1 }])
  })

  it('are not found when they are archived or deleted', async () => {
    writeEmbedder(folder)
    const [red, green] = [await add('red.jpg'), await add('green.jpg')]
    await read(2)
    expect(await found('red')).toHaveLength(2)
    const archive = { dataset_name: dataset, image_ids: [red], updates: { is_archived: true } }
    await h.api('PATCH', '/batch/images/update', { body: archive })
    expect(await found('red')).toEqual(['green.jpg'])
    await h.api('POST', '/batch/images/delete', {
      body: { dataset_name: dataset, image_ids: [green], permanent: true },
    })
    expect(await found('red')).toEqual([])
  })

  it('are read again by another model, whose vectors are never compared with those before', async () => {
    writeEmbedder(folder)
    await add('red.jpg')
    await read(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    writeEmbedder(folder)
    expect((await state()).embedded_images).toBe(0)
    expect(await found('red')).toEqual([])
    await start()
    await read(1)
    expect(await found('red')).toEqual(['red.jpg'])
  })

  it('that cannot be read are passed over', async () => {
    writeEmbedder(folder)
    const { embed } = h.engine
    const error = { code: 'source_unreadable' as const, message: 'It is no image.', node_id: null }
    h.engine.embed = async (request) => (request.name === 'bad.jpg' ? { ok: false, error } : embed(request))
    for (const name of ['bad.jpg', 'red.jpg']) await add(name)
    await read(2)
    h.engine.embed = embed
    expect(await found('red')).toEqual(['red.jpg'])
  })

  it('wait when the model itself fails, and the job reports its reason', async () => {
    await add('red.jpg')
    // An image whose derivation ends later is read by a job of its own.
    await jobsEnded(h)
    writeEmbedder(folder)
    const { embed } = h.engine
    const error = { code: 'model_unreadable' as const, message: 'The model is damaged.', node_id: null }
    h.engine.embed = async () => ({ ok: false, error })
    const { job_id } = await start()
    const job = await eventually(async () => {
      const { body } = await h.api<Job>('GET', `/jobs/${job_id}`)
      return body.state === 'failed' ? body : null
    })
    expect(job.error).toBe('The model is damaged.')
    h.engine.embed = embed
    expect(await state()).toMatchObject({ embedded_images: 0, job_id: null })
    await start()
    await read(1)
  })
})

describe('a search by a description', () => {
  it('is rejected with the remedy when no model is installed, or one that knows no texts', async () => {
    const missing = {
      status: 400,
      error: { code: 'model_not_installed', message: expect.stringContaining('models get') },
    }
    expect(await state()).toMatchObject({ model: null, has_text: false })
    expect(await h.fail('GET', address('red'))).toMatchObject(missing)
    expect(await h.fail('POST', `/datasets/${dataset}/embeddings`)).toMatchObject(missing)
    writeEmbedder(folder, { hasText: false })
    expect(await state()).toMatchObject({ model: 'search model', has_text: false })
    expect(await h.fail('GET', address('red'))).toMatchObject(missing)
  })
})
