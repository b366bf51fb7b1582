import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grabCut, OPEN } from '../../../src/engine/segmentation/grabcut/grab-cut.ts'
import { type Box, iou } from '../../../src/shared/domain/geometry.ts'
import type { Segmentation, SegmentPrompt } from '../../../src/shared/engine-contract/segmentation.ts'
import { root } from '../support/bundles.ts'
import { engine } from '../support/run.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const host = engine()
afterAll(() => host.close())

interface Truth {
  frames: { boxes: { class: string; xyxy: [number, number, number, number]; visibility: number }[] }[]
}
const demo = join(root, 'resources', 'demo')
const truth = JSON.parse(readFileSync(join(demo, 'street-crossing.truth.json'), 'utf8')) as Truth
/** Times of the photos in the video. */
const SECONDS = [5, 10] as const
type Photo = (typeof SECONDS)[number]
const FPS = 25
const photos = new Map<Photo, string>()

beforeAll(async () => {
  const outDir = join(folder, 'frames')
  mkdirSync(outDir)
  const path = join(demo, 'street-crossing.mp4')
  const request = { path, name: 'street', outDir, selection: { by: 'moments' as const, times_s: [...SECONDS] } }
  const extracted = await host.extractFrames(request, () => undefined).done
  if (!extracted.ok) throw new Error(extracted.error.message)
  for (const [i, { name }] of extracted.value.frames.entries()) photos.set(SECONDS[i] as Photo, join(outDir, name))
})

/** Cars and lorries that are in full view, in one of the extracted frames. */
const vehicles = (photo: Photo): Box[] =>
  (truth.frames[photo * FPS]?.boxes ?? [])
    .filter(({ class: name, visibility }) => (name === 'car' || name === 'truck') && visibility > 0.9)
    .map(({ xyxy: [x1, y1, x2, y2] }) => ({ x1, y1, x2, y2 }))

async function segment(photo: Photo, prompt: SegmentPrompt): Promise<Segmentation> {
  const image = { path: photos.get(photo) as string, name: 'street.jpg', sha256: `${photo}` }
  const result = await host.segment({ segmenter: { kind: 'grabcut' }, image, prompt, background: false })
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** A box as a person draws it: a few pixels larger than the object. */
const drawn = ({ x1, y1, x2, y2 }: Box): Box => ({ x1: x1 - 4, y1: y1 - 4, x2: x2 + 4, y2: y2 + 4 })

test('outlines the vehicles of the demo video in boxes that were drawn around them', { timeout: 120_000 }, async () => {
  const overlaps: number[] = []
  for (const photo of SECONDS) {
    for (const vehicle of vehicles(photo)) {
      const box = drawn(vehicle)
      const prompt: SegmentPrompt = { kind: 'box', box, negative: [] }
      const { objects, segmenter, width, height } = await segment(photo, prompt)
      if (overlaps.length === 0) expect((await segment(photo, prompt)).objects).toEqual(objects)
      expect({ segmenter, width, height }).toEqual({ segmenter: 'grabcut', width: 1280, height: 720 })
      const [object] = objects
      overlaps.push(object ? iou(object.box, vehicle) : 0)
      for (const ring of object?.rings ?? []) {
        const isInside = (v: number, i: number) => (i % 2 ? v >= box.y1 && v <= box.y2 : v >= box.x1 && v <= box.x2)
        expect(ring.every(isInside)).toBe(true)
      }
    }
  }
  expect(overlaps.length).toBeGreaterThan(8)
  expect(overlaps.reduce((sum, v) => sum + v, 0) / overlaps.length).toBeGreaterThan(0.8)
  expect(Math.min(...overlaps)).toBeGreaterThan(0.5)
})

test('outlines what is around a point, without knowing how large it is', { timeout: 120_000 }, async () => {
  const overlaps: number[] = []
  for (const vehicle of vehicles(5)) {
    const middle = { x: (vehicle.x1 + vehicle.x2) / 2, y: (vehicle.y1 + vehicle.y2) / 2 }
    const prompt: SegmentPrompt = { kind: 'points', positive: [middle], negative: [] }
    const { objects } = await segment(5, prompt)
    const { box } = objects[0] as { box: Box }
    expect(middle.x >= box.x1 && middle.x <= box.x2 && middle.y >= box.y1 && middle.y <= box.y2).toBe(true)
    overlaps.push(iou(box, vehicle))
  }
  expect(overlaps.reduce((sum, v) => sum + v, 0) / overlaps.length).toBeGreaterThan(0.4)
})

test('leaves out what a negative box covers', async () => {
  const [vehicle] = vehicles(10) as [Box]
  const half = { ...vehicle, x1: (vehicle.x1 + vehicle.x2) / 2, x2: vehicle.x2 + 4 }
  const { objects } = await segment(10, { kind: 'box', box: drawn(vehicle), negative: [half] })
  expect(objects[0]?.box.x2).toBeLessThanOrEqual(half.x1 + 1)
})

test('refuses a search for texts', async () => {
  const image = { path: photos.get(5) as string, name: 'street.jpg', sha256: '0' }
  const classes = [{ name: 'car', output_type: 'bbox' as const }]
  const prompt: SegmentPrompt = { kind: 'texts', classes, confidence: 0.5, maxDetections: 10, tileSize: null }
  const result = await host.segment({ segmenter: { kind: 'grabcut' }, image, prompt, background: true })
  expect(result).toMatchObject({ ok: false, error: { code: 'model_unsupported' } })
})

test('cuts a patch out of a background of another colour, whatever the colours', () => {
  const SIZE = { width: 24, height: 18 }
  const channel = fc.integer({ min: 0, max: 255 })
  const color = fc.tuple(channel, channel, channel)
  fc.assert(
    fc.property(color, color, (object, background) => {
      const distance = Math.hypot(...object.map((v, i) => v - (background[i] as number)))
      fc.pre(distance > 60)
      const inside = (x: number, y: number) => x >= 8 && x < 16 && y >= 6 && y < 12
      const colors = new Float32Array(3 * SIZE.width * SIZE.height)
      const trimap = new Uint8Array(SIZE.width * SIZE.height)
      const expected = new Uint8Array(trimap.length)
      for (let y = 0; y < SIZE.height; y++) {
        for (let x = 0; x < SIZE.width; x++) {
          const pixel = y * SIZE.width + x
          colors.set(inside(x, y) ? object : background, 3 * pixel)
          if (x >= 5 && x < 19 && y >= 4 && y < 14) trimap[pixel] = OPEN
          expected[pixel] = inside(x, y) ? 1 : 0
        }
      }
      const cut = grabCut({ ...SIZE, colors }, trimap, new Float32Array(trimap.length))
      expect(cut?.labels).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})
