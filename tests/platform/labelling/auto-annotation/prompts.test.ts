/** Prompts: which image and which segmenter they mean, and their results. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromptResult } from '../../../../src/shared/api/auto-annotate.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import { root } from '../../../engine/support/bundles.ts'
import { SAM3_FIXTURE } from '../../../engine/support/sam3.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { createDesk } from './batch-desk.ts'

let h: Harness
let dataset: string
let image: string
beforeEach(async () => {
  h = await startHarness()
  const desk = createDesk(h)
  dataset = await desk.dataset()
  ;[image] = (await desk.images(dataset, 1)) as [string]
})
afterEach(() => h.close())

const at = (kind: string, body: object, image_filename: string = image) =>
  h.api<PromptResult & ErrorBody>('POST', `/auto-annotate/sam3/${kind}`, {
    body: { dataset_name: 'Street', image_filename, ...body },
  })
const installSam3 = () => cpSync(SAM3_FIXTURE, join(h.dataDir, 'models/sam3'), { recursive: true })
const installSam = () =>
  cpSync(join(root, 'tests/fixtures/segmenters/sam'), join(h.dataDir, 'models/segmenter'), { recursive: true })

describe('results', () => {
  it('has the outline of the object at a point, and saves nothing', async () => {
    const { status, body } = await at('point', { x: 100, y: 200 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', score: 0.8, inference_time: 0.005, segmenter: 'grabcut' })
    expect(body.annotations).toMatchObject([
      { name: 'object', type: 'polygon', confidence: 0.8, bounding_box: { x: 90, y: 190, w: 20, h: 20 } },
    ])
    expect(body.annotations[0]?.polygon?.paths).toHaveLength(1)
    expect(await createDesk(h).annotations(dataset, image)).toEqual([])
  })

  it('has an annotation that the save call takes', async () => {
    const { body } = await at('box', { name: 'car', box: { x: 10, y: 20, w: 30, h: 40 } })
    const saved = await h.api('POST', `/annotations/${dataset}/${image}`, { body: { annotations: body.annotations } })
    expect(saved.status).toBe(200)
    expect(await createDesk(h).annotations(dataset, image)).toEqual(body.annotations)
  })

  it('has a box only when no polygon is wanted', async () => {
    const box = { x: 10, y: 20, w: 30, h: 40 }
    const { body } = await at('box', { name: 'car', box, return_polygon: false })
    expect(body.annotations).toMatchObject([{ name: 'car', type: 'bbox', bounding_box: box }])
    expect(body.annotations[0]).not.toHaveProperty('polygon')
  })

  it('names the score that was too low', async () => {
    const { body } = await at('point', { x: 100, y: 200, score_threshold: 0.9 })
    expect(body).toMatchObject({ status: 'below_threshold', annotations: [], score: 0.8 })
  })
})

describe('segmenters', () => {
  it('searches for a text only with SAM 3, and says how to install it', async () => {
    const { status, body } = await at('text', { text_prompt: 'car' })
    expect([status, body.error.code]).toEqual([400, 'model_not_installed'])
    expect(body.error.message).toContain('install-sam3')
    installSam3()
    const { body: found } = await at('text', { text_prompt: 'car', output_type: 'bbox' })
    expect(found).toMatchObject({ status: 'success', annotations: [{ name: 'car', type: 'bbox' }], segmenter: 'sam3' })
  })

  it('uses an installed SAM for points, and SAM 3 before it for boxes', async () => {
    installSam()
    const box = { name: 'car', box: { x: 10, y: 20, w: 30, h: 40 } }
    expect((await at('point', { x: 1, y: 1 })).body.segmenter).toBe('sam')
    expect((await at('box', box)).body.segmenter).toBe('sam')
    installSam3()
    expect((await at('point', { x: 1, y: 1 })).body.segmenter).toBe('sam')
    expect((await at('box', box)).body.segmenter).toBe('sam3')
  })
})

describe('images', () => {
  it('takes an id, a path and a file name', async () => {
    await createDesk(h).images(dataset, 1, '/train/night')
    for (const name of [image, image.toUpperCase(), '0.jpg', '/0.jpg', 'train/night/0.jpg', '/train/night/0.jpg']) {
      expect((await at('point', { x: 1, y: 1 }, name)).status).toBe(200)
    }
  })

  it('refuses a file name that several images have, and names that no image has', async () => {
    for (const directory of ['/a', '/b']) {
      const gcs_uri = await h.upload('same.jpg', `IMAGE ${directory}`, 'image/jpeg')
      await h.api('POST', '/images/', { body: { dataset, gcs_uri, directory_path: directory } })
    }
    const several = await at('point', { x: 1, y: 1 }, 'same.jpg')
    expect(several).toMatchObject({ status: 422, body: { error: { details: [{ field: '/image_filename' }] } } })
    for (const name of ['none.jpg', 'a/none.jpg', 'A/same.jpg', crypto.randomUUID()]) {
      expect((await at('point', { x: 1, y: 1 }, name)).status).toBe(404)
    }
  })

  it.each([
    ['point', { x: 1280, y: 0 }, '/x'],
    ['point', { x: 0, y: -1 }, '/y'],
    [
      'point',
      {
        x: 0,
        y: 0,
        positive_points: [
          [1, 1],
          [0, 720],
        ],
      },
      '/positive_points/1',
    ],
    ['point', { x: 0, y: 0, negative_points: [[-1, 1]] }, '/negative_points/0'],
    ['box', { name: 'car', box: { x: 1270, y: 0, w: 20, h: 20 } }, '/box'],
    [
      'box',
      { name: 'car', box: { x: 0, y: 0, w: 20, h: 20 }, negative_boxes: [{ x: 0, y: 719, w: 5, h: 5 }] },
      '/negative_boxes/0',
    ],
  ])('refuses a %s outside of the image by its field: %j', async (kind, body, field) => {
    const answer = await at(kind, body)
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'invalid_field', details: [{ field }] } } })
  })

  it('reports an image that can’t be read', async () => {
    h.engine.segment = async () => ({
      ok: false,
      error: { code: 'source_unreadable', message: 'Unreadable.', node_id: null },
    })
    const { status, body } = await at('point', { x: 1, y: 1 })
    expect([status, body.error.code]).toEqual([400, 'image_unreadable'])
  })
})
