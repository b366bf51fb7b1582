import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../setup/eventually.ts'
import { modelFixture } from '../support/bundles.ts'
import { recordedFork } from '../support/recorded-fork.ts'
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
  const outcome = await start(outDir, { limits: { stalledMs: 2500 } }).done
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'engine_hung', node_id: 'look' } })
  expect(outcome.error?.message).toMatch(/the block “look” made no progress for 3 seconds\. .+\.$/)
  expect(readdirSync(outDir)).toEqual(['run.log'])
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('“look”')
})

test('a run with a hung model can still be cancelled', async () => {
  const { fork, beats } = recordedFork()
  const run = start(join(folder, 'cancelled'), { fork })
  // The block is at work, and nothing has moved for a second.
  await eventually(() => {
    const [before, last] = beats.slice(-2)
    return last?.node === 'look' && last.activity === before?.activity
  })
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null })
})
