import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'squares.mp4')
// One in the corner of the frame, one in its middle, one at the right border.
const SQUARES: Square[] = [
  { x: 0, y: 0, color: 'red' },
  { x: 64, y: 40, color: 'green' },
  { x: 144, y: 48, color: 'red' },
]

beforeAll(async () => {
  await writeVideo(video, 4, () => SQUARES)
})

interface Found {
  id: number
  parent_id: number | null
  class_name: string
  x1: number
  y1: number
  x2: number
  y2: number
}
type Sinks = Record<string, Found[][]>

async function found(name: string, nodes: Record<string, [string, object?]>, wires: string[]): Promise<Sinks> {
  const outDir = join(folder, name)
  const run = await runHere(jobOf(graphOf(nodes, wires), video, outDir))
  expect(run.error).toBeNull()
  const sinks = Object.keys(nodes).filter((id) => nodes[id]?.[0] === 'sink')
  return Object.fromEntries(
    sinks.map((id) => [id, recordsOf(outDir, `${id}.jsonl`).map((record) => record.detections as Found[])]),
  )
}

const model = (config: object = {}): [string, object] => ['model', { model_id: 'colours', iou_threshold: 0, ...config }]
const crop = (config: object = {}): [string, object] => ['crop', { min_crop_size: 1, ...config }]
const json: [string, object] = ['sink', { kind: 'json' }]

const centre = ({ x1, y1, x2, y2 }: Found) => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 })
const squareOf = (found: Found): Square | undefined => {
  const { x, y } = centre(found)
  return SQUARES.find((s) => x >= s.x && x <= s.x + 16 && y >= s.y && y <= s.y + 16)
}

test('a model behind a crop reports boxes in the frame, also at its borders', async () => {
  const { parents, children } = await found(
    'two',
    { find: model(), cut: crop(), look: model(), parents: json, children: json },
    ['source>find', 'find>cut', 'cut>look', 'find>parents', 'look>children'],
  )
  expect(parents?.map((frame) => frame.length)).toEqual([3, 3, 3, 3])
  for (const [i, frame] of (children ?? []).entries()) {
    const byId = new Map(parents?.[i]?.map((p) => [p.id, p]))
    expect(new Set(frame.map((c) => c.parent_id))).toEqual(new Set(byId.keys()))
    for (const child of frame) {
      expect(squareOf(child)?.color).toBe(child.class_name)
      expect(squareOf(child)).toBe(squareOf(byId.get(child.parent_id as number) as Found))
      expect(Math.min(child.x1, child.y1, 160 - child.x2, 96 - child.y2)).toBeGreaterThanOrEqual(0)
      // A cell of the model is 8 of its 160 pixels; the crop is a tenth of that, so its boxes are small.
      expect(child.x2 - child.x1).toBeLessThan(8)
    }
    expect(new Set([...byId.keys(), ...frame.map((c) => c.id)]).size).toBe(byId.size + frame.length)
  }
})

test('crops of crops work down to the third model', async () => {
  const { last, middle } = await found(
    'three',
    { a: model(), cutA: crop(), b: model(), cutB: crop(), c: model(), middle: json, last: json },
    ['source>a', 'a>cutA', 'cutA>b', 'b>cutB', 'cutB>c', 'b>middle', 'c>last'],
  )
  for (const [i, frame] of (last ?? []).entries()) {
    const parents = new Map(middle?.[i]?.map((p) => [p.id, p]))
    expect(frame.length).toBeGreaterThan(0)
    for (const grandchild of frame) {
      const parent = parents.get(grandchild.parent_id as number) as Found
      expect(squareOf(grandchild)?.color).toBe(grandchild.class_name)
      const { x, y } = centre(grandchild)
      expect([x >= parent.x1 - 2, x <= parent.x2 + 2, y >= parent.y1 - 2, y <= parent.y2 + 2]).not.toContain(false)
    }
  }
})

test('settings apply to all crops of a frame together', async () => {
  const { few, green } = await found(
    'settings',
    {
      find: model(),
      cut: crop(),
      top: model({ max_detections: 4 }),
      only: model({ class_filter: ['green'] }),
      few: json,
      green: json,
    },
    ['source>find', 'find>cut', 'cut>top', 'cut>only', 'top>few', 'only>green'],
  )
  expect(few?.map((frame) => frame.length)).toEqual([4, 4, 4, 4])
  for (const frame of green ?? []) {
    expect(frame.length).toBeGreaterThan(0)
    for (const child of frame) expect(squareOf(child)?.color).toBe('green')
  }
})

test('crops are limited to the chosen classes and the maximum number', async () => {
  const { children } = await found(
    'chosen',
    { find: model(), cut: crop({ source_classes: ['red'], max_crops: 1 }), look: model(), children: json },
    ['source>find', 'find>cut', 'cut>look', 'look>children'],
  )
  for (const frame of children ?? []) {
    expect(new Set(frame.map((c) => c.parent_id)).size).toBe(1)
    expect(new Set(frame.map((c) => squareOf(c)?.color))).toEqual(new Set(['red']))
  }
})
