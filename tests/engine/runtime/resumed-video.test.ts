import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { makeVideo, steady } from '../media/make-video.ts'
import { randomFrom } from '../support/random.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const video = join(folder, 'clip.mp4')
const limits = { checkpointMs: 60 }
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours' }],
    draw: ['visualize', { watermark: 'S' }],
    video: ['sink', { kind: 'annotated_video' }],
  },
  ['source>find', 'find>draw', 'draw>video'],
)

const wholeDir = join(folder, 'whole')

beforeAll(async () => {
  // Uneven times, so that a frame out of place shows.
  const ticks = steady(500, 25, 90_000).map((t, i) => t + (i % 3) * 300)
  await makeVideo({ path: video, width: 320, height: 180, ticks, timescale: 90_000, bFrames: 2, sound: 'aac' })
  // Neither interrupted nor checkpointed.
  const uninterrupted = await runHere(jobOf(graph, video, wholeDir), { checkpointMs: 3_600_000 })
  expect(uninterrupted.error).toBeNull()
})

async function framesOf(path: string) {
  const reader = await openMedia(path)
  const frames: { ms: number; luma: number }[] = []
  for await (const frame of reader.frames()) {
    const { y, strideY } = frame.image
    frames.push({ ms: Math.round(frame.ptsS * 1000), luma: y[100 * strideY + 150] as number })
    frame.close()
  }
  await reader.close()
  return { frames, hasAudio: reader.info.hasAudio, warnings: reader.warnings }
}

async function soundOf(path: string): Promise<number | null> {
  return (await probe(path)).durationS
}

test('a video that was interrupted has the same frames, times and audio as one that was not', async () => {
  expect(readdirSync(wholeDir).sort()).toEqual(['manifest.json', 'run.log', 'video.mp4'])
  const whole = await framesOf(join(wholeDir, 'video.mp4'))
  expect(whole.frames).toHaveLength(500)

  const random = randomFrom(7)
  const outDir = join(folder, 'killed')
  const job = jobOf(graph, video, outDir)
  let resume: RunJob['resume'] = null
  for (let kills = 0; kills < 3; ) {
    const until = 60 + 110 * kills + 60 * random()
    const run = engine({ limits }).start({ ...job, resume }, (report) => {
      if (report.type === 'progress' && report.progress.frames_done >= until) process.kill(run.pid as number, 'SIGKILL')
    })
    const outcome = await run.done
    expect(existsSync(join(outDir, 'video.mp4'))).toBe(outcome.status === 'completed')
    if (outcome.status === 'error') kills++
    else rmSync(outDir, { recursive: true })
    resume = outcome.resumable ? { outDir, runId: job.runId } : null
  }
  const outcome = await runHere({ ...job, resume }, limits)
  expect(outcome).toMatchObject({ status: 'completed', artifacts: [{ name: 'video.mp4', records: 500 }, {}, {}] })
  const resumed = await framesOf(join(outDir, 'video.mp4'))
  expect(resumed.frames.map((f) => f.ms)).toEqual(whole.frames.map((f) => f.ms))
  expect(resumed.hasAudio).toBe(true)
  expect(resumed.warnings).toEqual([])
  for (const [i, { luma }] of resumed.frames.entries()) {
    expect(Math.abs(luma - (whole.frames[i] as { luma: number }).luma), `frame ${i}`).toBeLessThan(8)
  }
  expect(await soundOf(join(outDir, 'video.mp4'))).toBe(await soundOf(join(wholeDir, 'video.mp4')))
  expect(videoIn(outDir).equals(videoIn(wholeDir))).toBe(true)
}, 60_000)

test('a video has the same bytes however slow its run was and however often it was checkpointed', async () => {
  const slow = jobOf(graph, video, join(folder, 'slow'))
  let pauses = 0
  const run = engine({ limits: { checkpointMs: 10 } }).start(slow, (report) => {
    if (report.type !== 'progress' || pauses >= 5) return
    pauses++
    const pid = run.pid as number
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 150)
  })
  expect((await run.done).error).toBeNull()
  expect(pauses).toBeGreaterThan(1)
  expect(videoIn(slow.outDir).equals(videoIn(wholeDir))).toBe(true)
})

const videoIn = (outDir: string): Buffer => readFileSync(join(outDir, 'video.mp4'))
