import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'large.mp4')
const SIZE = { width: 640, height: 480 }
// The model's input is a fifth of the frame: a square of 24 is less than a cell of it. In a tile it fills a cell.
const SMALL: Square[] = [
  { x: 20, y: 20, side: 24, color: 'red' },
  { x: 400, y: 280, side: 24, color: 'green' },
]
const LARGE: Square = { x: 160, y: 160, side: 160, color: 'green' }

beforeAll(async () => {
  await writeVideo(video, 5, () => [...SMALL, LARGE], { size: SIZE })
})

interface Found {
  class_name: string
  confidence: number
  x1: number
  y1: number
  x2: number
  y2: number
}

async function found(name: string, config: object): Promise<Found[][]> {
  const outDir = join(folder, name)
  const settings = { model_id: 'colours', iou_threshold: 0, confidence_threshold: 0.5, ...config }
  const graph = graphOf({ find: ['model', settings], lines: ['sink', { kind: 'json' }] }, ['source>find', 'find>lines'])
  // Tiles are distributed over several threads.
  const run = await runHere(jobOf(graph, video, outDir), { cores: 2 })
  expect(run.error).toBeNull()
  return recordsOf(outDir, 'lines.jsonl').map((record) => record.detections as Found[])
}

const on =
  ({ x, y, side = 16, color }: Square) =>
  (f: Found) => {
    const [cx, cy] = [(f.x1 + f.x2) / 2, (f.y1 + f.y2) / 2]
    return f.class_name === color && cx > x - 8 && cx < x + side + 8 && cy > y - 8 && cy < y + side + 8
  }

test('tiles detect objects that are too small in the whole frame', async () => {
  const whole = await found('whole', {})
  const tiled = await found('tiled', { tiled: true, tile_size: 256 })
  for (const square of SMALL) {
    expect(whole.flatMap((frame) => frame.filter(on(square)))).toEqual([])
    for (const frame of tiled) expect(frame.filter(on(square))).toHaveLength(1)
  }
  for (const frame of [...whole, ...tiled]) expect(frame.filter(on(LARGE)).length).toBeGreaterThan(0)
})

test('results do not depend on the order in which threads finish, and are equal for equal frames', async () => {
  const [once, again] = [
    await found('once', { tiled: true, tile_size: 256 }),
    await found('again', { tiled: true, tile_size: 256 }),
  ]
  expect(again).toEqual(once)
})

test('a frame that fits into one tile is processed as a whole', async () => {
  const [plain, tiled] = [await found('plain', {}), await found('one-tile', { tiled: true, tile_size: 640 })]
  expect(tiled).toEqual(plain)
})
