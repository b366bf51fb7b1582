import { copyFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, describe, expect, test } from 'vitest'
import type { Segmentation, Segmenter, SegmentPrompt } from '../../../src/shared/engine-contract/segmentation.ts'
import { root } from '../support/bundles.ts'
import { engine } from '../support/run.ts'
import { SAM3_FIXTURE } from '../support/sam3.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const host = engine()
afterAll(() => host.close())
const fixture = (name: string) => join(root, 'tests', 'fixtures', 'segmenters', name)

/** Grey with red squares of 40 pixels at the given corners. */
function photo(name: string, corners: [number, number][], [width, height] = [240, 120]): string {
  const canvas = createCanvas(width as number, height as number)
  const context = canvas.getContext('2d')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, width as number, height as number)
  context.fillStyle = '#ff0000'
  for (const [x, y] of corners) context.fillRect(x, y, 40, 40)
  const path = join(folder, name)
  writeFileSync(path, canvas.toBuffer('image/png'))
  return path
}

const ask = (segmenter: Segmenter, path: string, prompt: SegmentPrompt) =>
  host.segment({ segmenter, image: { path, name: 'photo.png', sha256: path }, prompt, background: false })

async function segment(segmenter: Segmenter, path: string, prompt: SegmentPrompt): Promise<Segmentation> {
  const result = await ask(segmenter, path, prompt)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const near = (x1: number, y1: number, x2: number, y2: number, by = 3) => ({
  x1: expect.closeTo(x1, -Math.log10(2 * by)),
  y1: expect.closeTo(y1, -Math.log10(2 * by)),
  x2: expect.closeTo(x2, -Math.log10(2 * by)),
  y2: expect.closeTo(y2, -Math.log10(2 * by)),
})

const two = photo('two.png', [
  [20, 40],
  [180, 60],
])

const SIGNATURES = [
  'sam',
  'sam2',
  'sam-hq',
  'samexporter-rows',
  'edge-sam',
  'efficient-sam',
  'transformers-sam',
  'transformers-sam2',
]

describe.each(SIGNATURES)('networks of the signature of %s', (name) => {
  const segmenter: Segmenter = { kind: 'sam', name: `my ${name}`, folder: fixture(name), sha256: name }

  test('outline the object at a point in pixels of the image, by the mask of the best quality', async () => {
    const prompt: SegmentPrompt = { kind: 'points', positive: [{ x: 40, y: 60 }], negative: [] }
    const { objects, segmenter: used, width, height } = await segment(segmenter, two, prompt)
    expect({ used, width, height }).toEqual({ used: `my ${name}`, width: 240, height: 120 })
    // EdgeSAM's predicted quality is not the stability that it is rated by.
    expect(objects).toMatchObject([{ score: expect.closeTo(name === 'edge-sam' ? 1 : 0.9), box: near(20, 40, 60, 80) }])
    expect(objects[0]?.rings).toHaveLength(1)
  })

  test('take a box by its corners, and leave out a negative box', async () => {
    const box = { x1: 175, y1: 55, x2: 225, y2: 105 }
    const all = await segment(segmenter, two, { kind: 'box', box, negative: [] })
    expect(all.objects).toMatchObject([{ box: near(180, 60, 220, 100) }])
    const none = await segment(segmenter, two, { kind: 'box', box, negative: [box] })
    expect(none.objects).toEqual([])
  })

  test('find nothing where nothing is, and at a negative point', async () => {
    const empty = photo(`empty-${name}.png`, [])
    const at = { x: 40, y: 60 }
    expect((await segment(segmenter, empty, { kind: 'points', positive: [at], negative: [] })).objects).toEqual([])
    expect((await segment(segmenter, two, { kind: 'points', positive: [at], negative: [at] })).objects).toEqual([])
  })

  test('outline in tall images too', async () => {
    const tall = photo(`tall-${name}.png`, [[10, 150]], [80, 200])
    const { objects } = await segment(segmenter, tall, { kind: 'points', positive: [{ x: 30, y: 170 }], negative: [] })
    expect(objects).toMatchObject([{ box: near(10, 150, 50, 190, 4) }])
  })

  test('reuse the embedding of an image whose file has not changed', async () => {
    const path = photo(`kept-${name}.png`, [[20, 40]])
    const prompt: SegmentPrompt = { kind: 'points', positive: [{ x: 40, y: 60 }], negative: [] }
    const before = await segment(segmenter, path, prompt)
    // The same digest: the session must not encode the file, which is another one, again.
    copyFileSync(photo(`other-${name}.png`, []), path)
    expect((await segment(segmenter, path, prompt)).objects).toEqual(before.objects)
  })
})

test('a box around everything takes the mask that fills it where the export knows no boxes', async () => {
  const segmenter: Segmenter = { kind: 'sam', name: 'x', folder: fixture('transformers-sam'), sha256: 'x' }
  const box = { x1: 15, y1: 35, x2: 225, y2: 105 }
  const { objects } = await segment(segmenter, two, { kind: 'box', box, negative: [] })
  expect(objects).toMatchObject([{ box: near(20, 40, 220, 100) }])
})

test('an export for one point takes one, and refuses more with the remedy', async () => {
  const segmenter: Segmenter = { kind: 'sam', name: 'one', folder: fixture('efficient-sam-one-point'), sha256: 'one' }
  const { objects } = await segment(segmenter, two, { kind: 'points', positive: [{ x: 40, y: 60 }], negative: [] })
  expect(objects).toMatchObject([{ box: near(20, 40, 60, 80) }])
  const refused = await ask(segmenter, two, { kind: 'box', box: { x1: 20, y1: 40, x2: 60, y2: 80 }, negative: [] })
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'model_unsupported',
      message: expect.stringContaining('takes at most 1 point, and this prompt has 2'),
    },
  })
})

test('files that do not fit are refused by name', async () => {
  const unfit = join(folder, 'unfit')
  cpSync(fixture('sam'), unfit, { recursive: true })
  copyFileSync(join(fixture('sam2'), 'decoder.onnx'), join(unfit, 'decoder.onnx'))
  const prompt: SegmentPrompt = { kind: 'points', positive: [{ x: 40, y: 60 }], negative: [] }
  const refused = await ask({ kind: 'sam', name: 'unfit', folder: unfit, sha256: 'u' }, two, prompt)
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'model_unsupported', message: expect.stringContaining('“encoder.onnx”') },
  })
  writeFileSync(join(unfit, 'decoder.onnx'), 'no network')
  const unreadable = await ask({ kind: 'sam', name: 'unfit', folder: unfit, sha256: 'v' }, two, prompt)
  expect(unreadable).toMatchObject({ ok: false, error: { code: 'model_unreadable' } })
})

test('an image that can’t be decoded is an error with its name', async () => {
  const path = join(folder, 'text.png')
  writeFileSync(path, 'text')
  const box = { x1: 0, y1: 0, x2: 10, y2: 10 }
  const result = await ask({ kind: 'grabcut' }, path, { kind: 'box', box, negative: [] })
  expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('photo.png') } })
})

describe('SAM 3', () => {
  const segmenter: Segmenter = { kind: 'sam3', folder: SAM3_FIXTURE, sha256: 's' }
  /** The test networks divide an image into 4 x 4 cells. */
  const cells = photo('cells.png', [[40, 80]], [160, 160])
  const texts = (tileSize: number | null): SegmentPrompt => ({
    kind: 'texts',
    classes: [
      { name: 'red', output_type: 'polygon' },
      { name: 'green', output_type: 'bbox' },
    ],
    confidence: 0.5,
    maxDetections: 5,
    tileSize,
  })

  test('finds the objects that texts name', async () => {
    const { objects, segmenter: used } = await segment(segmenter, cells, texts(null))
    expect(used).toBe('sam3')
    expect(objects).toMatchObject([{ className: 'red', box: near(40, 80, 80, 120) }])
    expect(objects[0]?.rings.length).toBeGreaterThan(0)
  })

  test('finds an object once in overlapping tiles', async () => {
    const { objects } = await segment(segmenter, cells, {
      ...texts(100),
      classes: [{ name: 'red', output_type: 'bbox' }],
    } as SegmentPrompt)
    expect(objects.filter(({ className }) => className === 'red').length).toBeGreaterThan(0)
    expect(objects.every(({ rings }) => rings.length === 0)).toBe(true)
  })

  test('outlines the object in a box, of all similar ones', async () => {
    const box = { x1: 42, y1: 82, x2: 78, y2: 118 }
    const { objects } = await segment(segmenter, cells, { kind: 'box', box, negative: [] })
    expect(objects).toMatchObject([{ box: near(40, 80, 80, 120) }])
  })

  test('takes no points', async () => {
    const result = await ask(segmenter, cells, { kind: 'points', positive: [{ x: 60, y: 100 }], negative: [] })
    expect(result).toMatchObject({ ok: false, error: { code: 'model_unsupported' } })
  })
})
