import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, expect, test } from 'vitest'
import type { RunImage, RunJob } from '../../../src/shared/engine-contract/job.ts'
import { runKilled } from '../support/killed-run.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const COUNT = 150
const BROKEN = 3
const CHECKPOINT_MS = 10
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
    table: ['sink', { kind: 'csv' }],
    lines: ['sink', { kind: 'json' }],
    draw: ['visualize'],
    video: ['sink', { kind: 'annotated_video' }],
  },
  ['source>find', 'find>table', 'find>lines', 'find>draw', 'draw>video'],
)
const images: RunImage[] = []

beforeAll(async () => {
  for (let i = 0; i < COUNT; i++) {
    const path = join(folder, `${i}.png`)
    images.push({ id: `id-${i}`, path, name: `picture ${i}.png` })
    if (i % 50 === 20) {
      writeFileSync(path, 'not a picture')
      continue
    }
    // Sizes differ, as they do in collections.
    const [width, height] = i % 2 ? [160, 96] : [96, 160]
    const context = createCanvas(width, height).getContext('2d')
    context.fillStyle = '#808080'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#ff0000'
    context.fillRect(8 * (i % 10), 32, 16, 16)
    writeFileSync(path, context.canvas.toBuffer('image/png'))
  }
})

function onImages(outDir: string): RunJob {
  const job = jobOf(graph, '', outDir)
  return { ...job, source: { ...job.source, kind: 'dataset', name: 'My pictures', images } }
}

test('a run over a collection of images that was killed processes each image once', async () => {
  const wholeDir = join(folder, 'whole')
  const whole = await runHere(onImages(wholeDir))
  expect(whole).toMatchObject({ status: 'completed', progress: { frames_done: COUNT - BROKEN } })

  const outDir = join(folder, 'killed')
  const job = onImages(outDir)
  let resume: RunJob['resume'] = null
  for (const ms of [0, 15, 30]) {
    const killed = await runKilled({ ...job, resume }, { after: 'checkpoint', ms }, CHECKPOINT_MS)
    expect(killed).toMatchObject({ status: 'error', resumable: true, error: { code: 'engine_died' } })
    resume = { outDir, runId: job.runId }
  }
  const { status, error, progress, artifacts } = await runHere({ ...job, resume })
  expect({ status, error }).toEqual({ status: 'completed', error: null })
  expect(progress.frames_done).toBe(whole.progress.frames_done)
  expect(recordsOf(outDir, 'lines.jsonl')).toEqual(recordsOf(wholeDir, 'lines.jsonl'))
  const textOf = (dir: string, name: string) => readFileSync(join(dir, name), 'utf8')
  expect(textOf(outDir, 'table-detections.csv')).toBe(textOf(wholeDir, 'table-detections.csv'))
  const stills = (all: typeof artifacts) => all.filter((a) => a.kind === 'annotated_video')
  expect(stills(whole.artifacts)).toHaveLength(COUNT - BROKEN)
  // Compares names, digests and places.
  expect(stills(artifacts)).toEqual(stills(whole.artifacts))
  expect(existsSync(join(outDir, 'picture 149-video.png'))).toBe(true)
  const skippedIn = (dir: string) => JSON.parse(textOf(dir, 'manifest.json')).skipped
  expect(skippedIn(outDir)).toEqual(skippedIn(wholeDir))
  expect(skippedIn(outDir)).toHaveLength(BROKEN)
  expect(textOf(outDir, 'run.log').match(/Resuming after/g)).toHaveLength(3)
  expect(existsSync(join(outDir, `.work-${job.runId}`))).toBe(false)
})
