import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../src/engine/host/supervise.ts'
import { CHECKPOINT_NAME } from '../../../src/shared/domain/work-folder.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { randomFrom } from '../support/random.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'clip.mp4')
const wires = ['source>find', 'find>lines']
const graph = graphOf({ find: ['model', { model_id: 'colours' }], lines: ['sink', { kind: 'json' }] }, wires)

beforeAll(async () => {
  await writeVideo(video, 400, (i) => [{ x: 2 * (i % 60), y: 32, color: 'red' }])
})

test('a run cancelled at any time ends within the limit and leaves nothing but its log', async () => {
  expect(LIMITS.cancelMs).toBeLessThanOrEqual(500)
  const random = randomFrom(3)
  for (let i = 0; i < 6; i++) {
    const outDir = join(folder, `cancelled-${i}`)
    const run = engine({ limits: { checkpointMs: 40 } }).start(jobOf(graph, video, outDir), () => undefined)
    await new Promise((resolve) => setTimeout(resolve, 900 * random()))
    run.cancel()
    const outcome = await run.done
    expect(outcome.resumable ?? false).toBe(false)
    if (outcome.status === 'cancelled') expect(readdirSync(outDir)).toEqual(['run.log'])
    else expect(readdirSync(outDir)).toContain('lines.jsonl')
  }
})

const hasCheckpoint = (outDir: string) =>
  readdirSync(outDir, { recursive: true, encoding: 'utf8' }).some((name) => basename(name) === CHECKPOINT_NAME)

/** A run that was killed after its first checkpoint. */
async function interrupted(name: string): Promise<{ job: RunJob; path: string }> {
  const path = join(folder, `${name}.mp4`)
  copyFileSync(video, path)
  const job = jobOf(graph, path, join(folder, name))
  const run = engine({ limits: { checkpointMs: 20 } }).start(job, (report) => {
    if (report.type === 'progress' && hasCheckpoint(job.outDir)) {
      process.kill(run.pid as number, 'SIGKILL')
    }
  })
  expect(await run.done).toMatchObject({ status: 'error', resumable: true })
  return { job: { ...job, resume: { outDir: job.outDir, runId: job.runId } }, path }
}

test('a run is not resumed with another workflow or another video, and reports that', async () => {
  const { job, path } = await interrupted('changed')
  const changed = graphOf(
    { find: ['model', { model_id: 'colours', max_detections: 3 }], lines: ['sink', { kind: 'json' }] },
    wires,
  )
  const refused = await runHere({ ...job, graph: changed })
  expect(refused.error).toMatchObject({
    code: 'resume_refused',
    message: expect.stringContaining('workflow has changed'),
  })
  await writeVideo(path, 400, () => [])
  const another = await runHere(job)
  expect(another.error).toMatchObject({
    code: 'resume_refused',
    message: expect.stringContaining('“changed.mp4” has changed'),
  })
  copyFileSync(video, path)
  expect(await runHere(job)).toMatchObject({ status: 'completed', error: null })
})

test('a checkpoint that is damaged is rejected', async () => {
  const { job } = await interrupted('damaged')
  writeFileSync(join(job.outDir, `.work-${job.runId}`, '.checkpoint'), 'x'.repeat(500))
  expect((await runHere(job)).error?.code).toBe('resume_refused')
})
