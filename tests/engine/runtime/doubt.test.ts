import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNear } from '../../../src/shared/domain/low-confidence.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const FRAMES = 24

/** A run on squares of this side; the smaller they are, the lower the network's scores. */
async function runOn(side: number, name: string, cacheDir: string | null = null) {
  const video = join(folder, `side-${side}.mp4`)
  await writeVideo(video, FRAMES, (): Square[] => [{ x: 16, y: 32, side, color: 'red' }])
  const find: [string, object] = ['model', { model_id: 'colours', confidence_threshold: 0.2, iou_threshold: 0.1 }]
  const graph = graphOf({ find, list: ['sink', { kind: 'json' }] }, ['source>find', 'find>list'])
  const outDir = join(folder, name)
  const run = await runHere({ ...jobOf(graph, video, outDir), cacheDir })
  expect(run.error).toBeNull()
  return { figures: run.nodes.find, nodes: run.nodes, outDir }
}

test('a run reports a model whose scores are near its threshold as doubtful', async () => {
  const { figures, nodes, outDir } = await runOn(4, 'faint')
  const records = recordsOf(outDir, 'list.jsonl') as { detections: { confidence: number }[] }[]
  const scores = records.flatMap((r) => r.detections.map((d) => d.confidence))
  expect(scores.length).toBeGreaterThanOrEqual(FRAMES)
  const near = scores.filter((score) => isNear(score, 0.2)).length
  expect(near).toBeGreaterThan(scores.length / 2)
  expect(figures).toMatchObject({ detections: scores.length, doubt: { near, threshold: 0.2 } })
  expect(nodes.source?.doubt).toBeUndefined()
})

test('a run on familiar input has no doubtful model', async () => {
  const { figures } = await runOn(8, 'clear')
  expect(figures?.detections).toBe(FRAMES)
  expect(figures).not.toHaveProperty('doubt')
})

test('a run that reuses the detections of an earlier one reports the same doubt', async () => {
  const cacheDir = join(folder, 'cache')
  const first = await runOn(4, 'first', cacheDir)
  const second = await runOn(4, 'second', cacheDir)
  expect(second.figures?.reused).toBeDefined()
  expect(second.figures?.doubt).toEqual(first.figures?.doubt)
  expect(second.figures?.doubt).toBeDefined()
})
