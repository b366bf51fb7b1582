/** The end of a run with a video: its packets are muxed to the mp4. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { probe } from '../../../src/engine/media/probe.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { makeVideo, steady } from '../media/make-video.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const video = join(folder, 'long.mov')
const FRAMES = 300
const graph = graphOf(
  { find: ['model', { model_id: 'colours' }], draw: ['visualize'], video: ['sink', { kind: 'annotated_video' }] },
  ['source>find', 'find>draw', 'draw>video'],
)

beforeAll(async () => {
  // Audio of this kind is transcoded while the video is muxed: much of it for few frames takes a while.
  await makeVideo({ path: video, width: 64, height: 64, ticks: steady(FRAMES, 8), sound: 'pcm_s16le' })
})

test('reports activity for each packet', async () => {
  let activity = 0
  const onActivity = () => {
    activity++
  }
  const outcome = await runHere(jobOf(graph, video, join(folder, 'active')), { onActivity })
  expect(outcome.error).toBeNull()
  // Once per processed frame, once per muxed packet.
  expect(activity).toBeGreaterThanOrEqual(2 * FRAMES)
})

/** Starts the job and resolves while its video is being muxed. */
async function muxing(job: RunJob, checkpointMs = 600_000) {
  const run = engine({ limits: { checkpointMs } }).start(job, () => undefined)
  const unfinished = join(job.outDir, `.work-${job.runId}`, 'video.mp4')
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (!existsSync(unfinished)) return
      clearInterval(watch)
      resolve()
    }, 1)
  })
  return run
}

test('can be cancelled, and leaves no partial files', async () => {
  const outDir = join(folder, 'cancelled')
  const run = await muxing(jobOf(graph, video, outDir))
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null })
  expect(readdirSync(outDir)).toEqual(['run.log'])
})

test.skipIf(process.platform === 'win32')('is killed when it does not react to being cancelled', async () => {
  const outDir = join(folder, 'stuck')
  const run = await muxing(jobOf(graph, video, outDir))
  process.kill(run.pid as number, 'SIGSTOP')
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null })
  expect(readdirSync(outDir)).toEqual(['run.log'])
})

test('is repeated by the resumed run when the process was killed', async () => {
  const outDir = join(folder, 'killed')
  const job = jobOf(graph, video, outDir)
  const run = await muxing(job, 20)
  process.kill(run.pid as number, 'SIGKILL')
  expect(await run.done).toMatchObject({ status: 'error', resumable: true })
  expect(readdirSync(outDir).filter((n) => !n.startsWith('.'))).toEqual(['run.log'])
  const outcome = await runHere({ ...job, resume: { outDir, runId: job.runId } })
  expect(outcome).toMatchObject({ status: 'completed', artifacts: [{ name: 'video.mp4', records: FRAMES }, {}, {}] })
  expect(await probe(join(outDir, 'video.mp4'))).toMatchObject({ frameCount: FRAMES })
})
