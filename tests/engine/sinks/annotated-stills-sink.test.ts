import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { annotatedStillsSink } from '../../../src/engine/sinks/annotated-stills-sink.ts'
import type { SinkContext, SinkWriter } from '../../../src/engine/sinks/sink-writer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Box } from '../../../src/shared/domain/geometry.ts'
import type { RunImage, RunJob } from '../../../src/shared/engine-contract/job.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'
import { bmp, type Pixels, png, tiff } from '../media/still-files.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const folder = testFolder()
type Colour = readonly [number, number, number]

/** A red square that the model detects, on a bluish background in which adjacent pixels differ. */
const scene = (width: number, height: number, left: number): Pixels => ({
  width,
  height,
  at: (x, y) =>
    x >= left && x < left + 16 && y >= 32 && y < 48
      ? [255, 0, 0]
      : [100 + ((x * 7 + y * 3) % 23), 100 + ((x * 5 + y * 11) % 29), 140 + ((x * 13 + y * 17) % 31)],
})

function stored(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function pixelsOf(path: string): Promise<Pixels> {
  const { width, height } = await loadImage(path)
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(path), 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, at: (x, y) => [...data.subarray(4 * (y * width + x)).subarray(0, 3)] as unknown as Colour }
}

/** Returns the smallest box around all pixels that differ; null when none does. */
function changed(is: Pixels, was: Pixels) {
  expect([is.width, is.height]).toEqual([was.width, was.height])
  let box: Box | null = null
  for (let y = 0; y < was.height; y++) {
    for (let x = 0; x < was.width; x++) {
      if (is.at(x, y).join() === was.at(x, y).join()) continue
      box ??= { x1: x, y1: y, x2: x, y2: y }
      box.x1 = Math.min(box.x1, x)
      box.x2 = Math.max(box.x2, x)
      box.y2 = y
    }
  }
  return box
}

const drawing = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
    draw: ['visualize', { labels: false }],
    video: ['sink', { kind: 'annotated_video' }],
  },
  ['source>find', 'find>draw', 'draw>video'],
)
const bare = graphOf({ 'sink-1': ['sink', { kind: 'annotated_video' }] }, ['source>sink-1'])

const onImage = (graph: Graph, path: string, outDir: string): RunJob => {
  const job = jobOf(graph, path, outDir)
  return { ...job, source: { ...job.source, kind: 'image' } }
}
const onImages = (graph: Graph, images: RunImage[], outDir: string): RunJob => {
  const job = jobOf(graph, '', outDir)
  return { ...job, source: { ...job.source, kind: 'dataset', name: 'Shelf', images } }
}

describe('of a still', () => {
  test('the annotated image is a PNG with the exact colours of the source wherever nothing is drawn', async () => {
    const was = scene(159, 95, 40)
    const outDir = join(folder, 'drawn')
    const run = await runHere(onImage(drawing, stored('my street.png', png(was)), outDir))
    expect(run.error).toBeNull()
    const drawn = run.artifacts.filter((a) => a.kind === 'annotated_video')
    expect(drawn).toMatchObject([
      { name: 'my street-video.png', node_id: 'video', media_type: 'image/png', records: null, frame_index: 0 },
    ])
    expect(readdirSync(outDir).filter((name) => name.endsWith('.mp4'))).toEqual([])

    const file = join(outDir, 'my street-video.png')
    const box = changed(await pixelsOf(file), was)
    // The box surrounds the square of 40 to 56 and 32 to 48.
    expect(box).not.toBeNull()
    const { x1 = 0, y1 = 0, x2 = 0, y2 = 0 } = box ?? {}
    expect(Math.min(x1 - 24, y1 - 16, 72 - x2, 64 - y2)).toBeGreaterThan(0)
    expect(x2 - x1).toBeGreaterThan(10)

    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as { artifacts: object[] }
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    expect(manifest.artifacts).toContainEqual(expect.objectContaining({ name: 'my street-video.png', sha256 }))
  })

  test.each<[string, Buffer]>([
    ['plain.png', png(scene(37, 51, 8))],
    ['plain.bmp', bmp(scene(37, 51, 8))],
    ['plain.tiff', tiff(scene(37, 51, 8))],
  ])('leaves the pixels of %s unchanged when nothing is drawn', async (name, bytes) => {
    const outDir = join(folder, `bare-${name}`)
    expect((await runHere(onImage(bare, stored(name, bytes), outDir))).error).toBeNull()
    expect(changed(await pixelsOf(join(outDir, 'plain-annotated.png')), scene(37, 51, 8))).toBeNull()
  })

  test('a JPEG keeps its size and its colours, apart from rounding', async () => {
    const canvas = createCanvas(64, 48)
    const context = canvas.getContext('2d')
    context.fillStyle = '#2060c0'
    context.fillRect(0, 0, 64, 48)
    const outDir = join(folder, 'jpeg')
    const run = await runHere(onImage(bare, stored('photo.jpg', await canvas.encode('jpeg')), outDir))
    expect(run.error).toBeNull()
    const seen = (await pixelsOf(join(outDir, 'photo-annotated.png'))).at(30, 20)
    for (const [i, value] of [0x20, 0x60, 0xc0].entries()) expect(Math.abs((seen[i] as number) - value)).toBeLessThan(4)
  })
})

test('each image of a collection has its own file, in its own size, named after it', async () => {
  const sizes: [name: string, Pixels][] = [
    ['a.png', scene(160, 96, 8)],
    ['sub/b.png', scene(96, 160, 40)],
    ['b.bmp', scene(201, 99, 100)],
  ]
  const images = sizes.map(([name, pixels], i): RunImage => {
    const path = stored(`of-${i}`, name.endsWith('bmp') ? bmp(pixels) : png(pixels))
    return { id: `id-${i}`, path, name }
  })
  images.splice(1, 0, { id: 'lost', path: join(folder, 'none.png'), name: 'lost.png' })
  const outDir = join(folder, 'many')
  const run = await runHere(onImages(drawing, images, outDir))
  expect(run.error).toBeNull()
  const drawn = run.artifacts.filter((a) => a.kind === 'annotated_video')
  expect(drawn.map((a) => [a.name, a.frame_index])).toEqual([
    ['a-video.png', 0],
    ['b-video.png', 1],
    ['b-video-2.png', 2],
  ])
  for (const [i, [, was]] of sizes.entries()) {
    const box = changed(await pixelsOf(join(outDir, drawn[i]?.name ?? '')), was)
    expect(box).not.toBeNull()
    // Rows below the drawing keep the values of the source.
    expect(box?.y2).toBeLessThan(70)
  }
})

test('a blurred region is also blurred in the PNG, and pixels outside are not', async () => {
  const was = scene(160, 96, 40)
  const graph = graphOf(
    {
      find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
      hide: ['visualize', { blur_classes: ['red'], boxes: false, labels: false }],
      video: ['sink', { kind: 'annotated_video' }],
    },
    ['source>find', 'find>hide', 'hide>video'],
  )
  // Pixels of the square differ, so that an unblurred remainder would be visible.
  const striped: Pixels = { ...was, at: (x, y) => (was.at(x, y)[1] === 0 ? [255, 0, 40 * (x % 2)] : was.at(x, y)) }
  const outDir = join(folder, 'blurred')
  expect((await runHere(onImage(graph, stored('face.png', png(striped)), outDir))).error).toBeNull()
  const is = await pixelsOf(join(outDir, 'face-video.png'))
  expect(is.at(46, 40)).toEqual(is.at(47, 40))
  expect(changed({ ...is, height: 20 }, { ...striped, height: 20 })).toBeNull()
})

test('a run writes no images beyond the limit and reports how many it omitted, also after it was resumed', async () => {
  const out = join(folder, 'limited')
  mkdirSync(out)
  const output = await createOutputFolder(out, 'limited')
  const warnings: string[] = []
  const context = {
    output,
    header: { source: { name: 'Shelf' } },
    warn: (w: Message) => void warnings.push(englishOf(w)),
    node: { id: 'video', kind: 'sink', config: withDefaults('sink', { kind: 'annotated_video' }), inlets: [{}] },
  } as unknown as SinkContext
  const write = async (sink: SinkWriter, index: number) => {
    const frame = { ...plainFrame(index, index), source: { id: null, name: `${index}.png` } }
    const frames = [{ type: 'frames' as const, from: 'draw', frame, regions: null }]
    await sink.write({ frame, frames, detections: null, events: [], found: noFindings })
  }
  const first = await annotatedStillsSink(context, 2)
  for (let i = 0; i < 3; i++) await write(first, i)
  const saved = await first.save?.()
  await first.close()
  const second = await annotatedStillsSink({ ...context, saved }, 2)
  await write(second, 3)
  await second.finish([])
  expect((await output.describe()).map((a) => a.name)).toEqual(['0-video.png', '1-video.png'])
  expect(warnings).toEqual([expect.stringMatching(/^The first 2 annotated images were stored; 2 more were skipped\. /)])
})

test('a run that fails leaves no annotated image', async () => {
  const outDir = join(folder, 'failed')
  const run = await runHere(onImage(drawing, stored('broken.png', Buffer.from('no picture')), outDir))
  expect(run.status).toBe('error')
  expect(existsSync(join(outDir, 'broken-video.png'))).toBe(false)
})
