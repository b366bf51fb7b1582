import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zeroShotTags } from '../../../../src/platform/datasets/embeddings/zero-shot.ts'
import { objectOf, VOCABULARIES } from '../../../../src/platform/datasets/tags/vocabularies.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { EmbeddingState } from '../../../../src/shared/api/embeddings.ts'
import type { TaggedImage } from '../../../../src/shared/api/search.ts'
import { EMBEDDER_FOLDER } from '../../../../src/shared/domain/installed-models.ts'
import { writeEmbedder } from '../../../engine/support/embedder-files.ts'
import { eventually } from '../../../setup/eventually.ts'
import { createDesk } from '../../labelling/auto-annotation/batch-desk.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

describe('the vocabularies', () => {
  it.each(Object.entries(VOCABULARIES))('have about 200 distinct %s', (category, labels) => {
    // The engine measures 32 further attributes.
    const count = labels.length + (category === 'attributes' ? 32 : 0)
    expect(count).toBeGreaterThanOrEqual(190)
    expect(count).toBeLessThanOrEqual(220)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((label) => label !== label.trim() || label === '' || label.includes(':'))).toEqual([])
  })

  it.each([
    ['Car', 'car'],
    ['traffic_light', 'traffic light'],
    ['motorbike', 'motorcycle'],
    ['pedestrian', 'person'],
    ['constructor', null],
    ['scratch on a wheel', null],
  ])('have an object for the class %s of a detector, or none', (name, object) => {
    expect(objectOf(name)).toBe(object)
  })
})

describe('zero-shot tags', () => {
  const axis = (at: number) => Int8Array.from({ length: 8 }, (_, i) => (i === at ? 127 : 0))
  const labels = (names: readonly string[]) => names.map((label, i) => ({ label, vector: axis(i) }))
  const vocabularies = {
    objects: labels(['car', 'dog', 'tree']),
    scenes: labels(['street', 'beach']),
    attributes: labels(['wet']),
  }

  it('are the labels whose direction the image shares, the nearest first', () => {
    const image = Int8Array.from([120, 0, 121, 0, 0, 0, 0, 0])
    expect(zeroShotTags(image, vocabularies)).toEqual({
      objects: ['tree', 'car'],
      scenes: ['street'],
      attributes: ['wet'],
    })
  })

  it('are five of a category at most', () => {
    const same = Array.from({ length: 8 }, (_, i) => ({ label: `label ${i}`, vector: axis(0) }))
    expect(zeroShotTags(axis(0), { ...vocabularies, objects: same }).objects).toHaveLength(5)
  })
})

describe('images', () => {
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
    rmSync(join(h.dataDir, EMBEDDER_FOLDER), { recursive: true, force: true })
    dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Tags ${++made}` } })).body.id
  })

  async function add(filename: string, content: string): Promise<string> {
    const gcs_uri = await h.upload(filename, `IMAGE ${content} ${dataset}`, 'image/jpeg')
    return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri } })).body.id
  }
  const byTags = async (query: string) =>
    (await h.api<TaggedImage[]>('GET', `/search/by-tags?${query}&dataset_name=${dataset}`)).body
  const read = (count: number) =>
    eventually(async () => {
      const { body } = await h.api<EmbeddingState>('GET', `/datasets/${dataset}/embeddings`)
      return body.embedded_images === count && body.job_id === null ? body : null
    })

  // The double of the engine embeds the words red, green and blue: “infrared” and “greenhouse” contain two of them.
  it('have scenes and attributes of the installed model beside those that are measured', async () => {
    writeEmbedder(join(h.dataDir, EMBEDDER_FOLDER))
    await add('a.jpg', 'green dark')
    await add('b.jpg', 'red')
    await read(2)
    expect(await byTags('scenes=greenhouse')).toMatchObject([
      { filename: 'a.jpg', image_auto_tags: { scenes: ['greenhouse'], attributes: expect.arrayContaining(['dark']) } },
    ])
    expect(await byTags('scenes=greenhouse&attributes=dark')).toHaveLength(1)
    expect(await byTags('attributes=infrared')).toMatchObject([{ filename: 'b.jpg' }])
  })

  it('have no objects without a search model and a detector', async () => {
    await add('a.jpg', 'green dark')
    await eventually(async () => (await byTags('attributes=dark'))[0] ?? null)
    expect(await byTags('attributes=dark')).toMatchObject([
      { image_auto_tags: { objects: [], scenes: [], attributes: expect.arrayContaining(['dark']) } },
    ])
  })

  it('have the objects that a detector found on them, of its last run', async () => {
    const desk = createDesk(h)
    const model_id = await desk.modelOf()
    const [image] = await desk.images(dataset, 1)
    const { body } = await desk.create({ dataset_name: dataset, image_filenames: [image], model_id })
    await desk.over(body.job_id)
    const [tagged] = await byTags('objects=car')
    expect(tagged?.image_auto_tags.objects).toEqual(['car', 'truck'])
    expect(await byTags('objects=dog')).toEqual([])
  })
})
