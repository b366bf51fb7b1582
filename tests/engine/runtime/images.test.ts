import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunImage, RunJob } from '../../../src/shared/engine-contract/job.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const GREY = '#808080'

/** A red square of 16 pixels on grey, `at` pixels from the left. */
async function picture(name: string, width: number, height: number, at: number): Promise<RunImage> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = GREY
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#ff0000'
  context.fillRect(at, 32, 16, 16)
  const path = join(folder, `${name}.png`)
  writeFileSync(path, await canvas.encode('png'))
  return { id: `id-${name}`, path, name: `${name} of mine.png` }
}

const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
    draw: ['visualize'],
    table: ['sink', { kind: 'csv' }],
    lines: ['sink', { kind: 'json' }],
    video: ['sink', { kind: 'annotated_video' }],
  },
  ['source>find', 'find>draw', 'find>table', 'find>lines', 'draw>video'],
)
const source = graph.nodes[0] as (typeof graph.nodes)[number]
source.config = { kind: 'dataset', dataset_project_id: 'p1' }

const onImages = (images: RunImage[], outDir: string): RunJob => {
  const job = jobOf(graph, '', outDir)
  return { ...job, source: { ...job.source, kind: 'dataset', name: 'My pictures', images } }
}

describe('a run on a collection of images', () => {
  let images: RunImage[]
  beforeAll(async () => {
    images = [
      await picture('a', 160, 96, 8),
      { id: 'x', path: join(folder, 'none.png'), name: 'lost.png' },
      await picture('b', 96, 160, 40),
      await picture('c', 320, 192, 200),
    ]
  })

  test('detects objects in images of any size, and reports those it skipped', async () => {
    const outDir = join(folder, 'out')
    const run = await runHere(onImages(images, outDir))
    expect(run.error).toBeNull()
    expect(run.status).toBe('completed')
    expect(run.progress).toMatchObject({ frames_done: 3, frames_total: 3 })
    expect(run.reports.find((r) => r.type === 'started')).toMatchObject({ media: { frame_count: 4 } })

    const records = recordsOf(outDir, 'lines.jsonl') as {
      frame_index: number
      time_s: number
      image: string
      image_id: string
      detections: { x1: number; y1: number; x2: number; y2: number; class_name: string }[]
    }[]
    expect(records.map((r) => [r.frame_index, r.time_s, r.image, r.image_id])).toEqual([
      [0, 0, 'a of mine.png', 'id-a'],
      [1, 1, 'b of mine.png', 'id-b'],
      [2, 2, 'c of mine.png', 'id-c'],
    ])
    for (const [i, at] of [8, 40, 200].entries()) {
      const [found, ...more] = records[i]?.detections ?? []
      expect(more).toEqual([])
      expect(found?.class_name).toBe('red')
      // The model's input is 160x96, in steps of 8 pixels.
      const { x1 = 0, y1 = 0, x2 = 0, y2 = 0 } = found ?? {}
      expect(Math.abs((x1 + x2) / 2 - (at + 8))).toBeLessThan(16)
      expect(Math.abs((y1 + y2) / 2 - (32 + 8))).toBeLessThan(16)
    }

    const [head, ...rows] = readFileSync(join(outDir, 'table-detections.csv'), 'utf8').trimEnd().split('\r\n')
    expect(head?.endsWith(',image')).toBe(true)
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['a of mine.png', 'b of mine.png', 'c of mine.png'])

    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'))
    expect(manifest.frames).toBe(3)
    expect(manifest.skipped).toEqual([{ name: 'lost.png', reason: expect.stringMatching(/not there any more/) }])
    expect(manifest.source.sha256).toMatch(/^[0-9a-f]{64}$/)
    const log = readFileSync(join(outDir, 'run.log'), 'utf8')
    expect(log).toMatch(/warning .*Skipped an image: “lost\.png” is not there any more/)

    const drawn = run.artifacts.filter((a) => a.kind === 'annotated_video')
    expect(drawn.map((a) => [a.name, a.media_type, a.frame_index])).toEqual([
      ['a of mine-video.png', 'image/png', 0],
      ['b of mine-video.png', 'image/png', 1],
      ['c of mine-video.png', 'image/png', 2],
    ])
    expect(existsSync(join(outDir, 'video.mp4'))).toBe(false)
  })

  test('fails when no image can be read, and keeps nothing', async () => {
    const outDir = join(folder, 'all-bad')
    const run = await runHere(onImages(images.slice(1, 2), outDir))
    expect(run.error).toMatchObject({ code: 'source_empty', node_id: 'source' })
    expect(run.error?.message).toMatch(/“lost\.png” is not there any more/)
    expect(existsSync(outDir) && readdirSync(outDir).some((name) => name.endsWith('.png'))).toBe(false)
  })
})
