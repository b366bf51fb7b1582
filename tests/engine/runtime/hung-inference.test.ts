import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../setup/eventually.ts'
import { modelFixture } from '../support/bundles.ts'
import { isStuckAt, recordedFork } from '../support/recorded-fork.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'red.mp4')
const graph = graphOf({ look: ['model', { model_id: 'hanging' }], lines: ['sink', { kind: 'json' }] }, [
  'source>look',
  'look>lines',
])
const start = (outDir: string, options: Parameters<typeof engine>[0]) =>
  engine(options).start(jobOf(graph, video, outDir, modelFixture('hanging')), () => undefined)

beforeAll(async () => {
  // The model hangs at a frame that contains red: one, so that one thread computes until it is killed.
  await writeVideo(video, 20, (i) => (i === 10 ? [{ x: 32, y: 32, side: 32, color: 'red' }] : []))
})

test('a model that hangs ends in a failed run that names its block and keeps nothing but the log', async () => {
  const outDir = join(folder, 'hung')
  // On a busy machine, the start alone can take longer than the limit.
  const { fork } = recordedFork((beats) => isStuckAt('look', beats))
  const outcome = await start(outDir, { fork, limits: { stalledMs: 2500 } }).done
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'engine_hung', node_id: 'look' } })
  expect(outcome.error?.message).toMatch(/the block “look” made no progress for 3 seconds\. .+\.$/)
  expect(readdirSync(outDir)).toEqual(['run.log'])
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('“look”')
})

test('a run with a hung model can still be cancelled', async () => {
  const { fork, beats } = recordedFork()
  const run = start(join(folder, 'cancelled'), { fork })
  await eventually(() => isStuckAt('look', beats))
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null })
})
