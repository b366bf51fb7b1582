import { join } from 'node:path'
import { expect, test } from 'vitest'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const FRAMES = 24

/** A run on a video with a red square in the first frames only. */
async function runOn(framesWith: number, name: string, cacheDir: string | null = null, settings: object = {}) {
  const video = join(folder, `with-${framesWith}.mp4`)
  const square: Square = { x: 16, y: 32, side: 8, color: 'red' }
  await writeVideo(video, FRAMES, (i): Square[] => (i < framesWith ? [square] : []))
  const find: [string, object] = [
    'model',
    { model_id: 'colours', confidence_threshold: 0.2, iou_threshold: 0.1, ...settings },
  ]
  const graph = graphOf({ find, list: ['sink', { kind: 'json' }] }, ['source>find', 'find>list'])
  const run = await runHere({ ...jobOf(graph, video, join(folder, name)), cacheDir })
  expect(run.error).toBeNull()
  return run.nodes
}

test('a run reports a model that found nothing in most frames', async () => {
  const { find, source, list } = await runOn(2, 'little')
  expect(find?.little_found).toEqual({ frames: FRAMES, frames_with: 2, frames_sure: 2, threshold: 0.2 })
  expect([source?.little_found, list?.little_found]).toEqual([undefined, undefined])
})

test('a run on a video that is empty for half of the time reports no such model', async () => {
  const { find } = await runOn(FRAMES / 2, 'half')
  expect(find?.detections).toBe(FRAMES / 2)
  expect(find).not.toHaveProperty('little_found')
})

test('a run that reuses the detections of an earlier one reports the same frames', async () => {
  const cacheDir = join(folder, 'cache')
  const first = await runOn(2, 'first', cacheDir)
  const second = await runOn(2, 'second', cacheDir)
  expect(second.find?.reused).toBeDefined()
  expect(second.find?.little_found).toEqual(first.find?.little_found)
})

test('a class filter that leaves nothing is reported with the frames of the block that filters', async () => {
  const { find } = await runOn(FRAMES, 'filtered', null, { class_filter: ['blue'] })
  expect(find?.little_found).toMatchObject({ frames_with: 0, frames_sure: 0 })
})

test('a model on crops is not judged by frames with nothing to crop', async () => {
  const video = join(folder, 'with-2.mp4')
  await writeVideo(video, FRAMES, (i): Square[] => (i < 2 ? [{ x: 16, y: 32, side: 8, color: 'red' }] : []))
  const find = { model_id: 'colours', confidence_threshold: 0.2, iou_threshold: 0.1 }
  const graph = graphOf(
    { find: ['model', find], cut: ['crop', {}], again: ['model', find], list: ['sink', { kind: 'json' }] },
    ['source>find', 'find>cut', 'cut>again', 'again>list'],
  )
  const { nodes, error } = await runHere(jobOf(graph, video, join(folder, 'crops')))
  expect(error).toBeNull()
  expect(nodes.find?.little_found).toBeDefined()
  expect(nodes.again).not.toHaveProperty('little_found')
})
