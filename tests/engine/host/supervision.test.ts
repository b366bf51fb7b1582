import { fork, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import type { EngineReport } from '../../../src/shared/engine-contract/job.ts'
import { makeLongVideo } from '../media/long-video.ts'
import { bundle } from '../support/bundles.ts'
import { engine, graphOf, jobOf, runToEnd } from '../support/run.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const video = join(folder, 'long.h264')
/** Long enough to still run when its first frame has been reported. */
const SECONDS = 40
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours' }],
    draw: ['visualize'],
    video: ['sink', { kind: 'annotated_video' }],
    lines: ['sink', { kind: 'json' }],
  },
  ['source>find', 'find>draw', 'draw>video', 'find>lines'],
)

beforeAll(async () => {
  await makeLongVideo(video, { width: 640, height: 480 }, SECONDS)
})

/** Starts a run and resolves when frames are in flight. */
async function underWay(outDir: string) {
  let moving: () => void = () => undefined
  const moved = new Promise<void>((resolve) => {
    moving = resolve
  })
  const reports: EngineReport[] = []
  // No checkpoint is written before the first interval, so nothing is kept for a resumed run.
  const run = engine({ limits: { checkpointMs: 600_000 } }).start(jobOf(graph, video, outDir), (report) => {
    reports.push(report)
    if (report.type === 'progress') moving()
  })
  await Promise.race([moved, run.done])
  return { run, reports }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a run killed by SIGKILL fails with the reason, leaves no partial files, and the next run works', async () => {
  const outDir = join(folder, 'killed')
  const { run } = await underWay(outDir)
  expect(readdirSync(outDir).length).toBeGreaterThan(1)
  process.kill(run.pid as number, 'SIGKILL')
  const outcome = await run.done
  expect(outcome.status).toBe('error')
  expect(outcome.error).toMatchObject({ code: 'engine_died', node_id: null })
  expect(outcome.error?.message).toContain('ended from outside (signal SIGKILL')
  expect(outcome.progress.frames_done).toBeGreaterThan(0)
  expect(outcome.artifacts.map((a) => a.name)).toEqual(['run.log'])
  expect(readdirSync(outDir)).toEqual(['run.log'])
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('SIGKILL')

  const job = jobOf(graph, video, outDir)
  const next = await runToEnd({ ...job, source: { ...job.source, durationS: 1 } })
  expect(next.status).toBe('completed')
  expect(existsSync(join(outDir, 'video.mp4'))).toBe(true)
})

test('an engine that needs more memory than it may have is ended, with the reason in the run', async () => {
  const outDir = join(folder, 'over-limit')
  // Less than its libraries need.
  const run = engine({ limits: { memoryBytes: 50 * 1024 ** 2 } }).start(jobOf(graph, video, outDir), () => undefined)
  const outcome = await run.done
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'engine_died', node_id: null } })
  expect(outcome.error?.message).toContain('needed more than 50 MB of memory')
  expect(readdirSync(outDir)).toEqual(['run.log'])
})

test.skipIf(process.platform !== 'linux')(
  'Linux ends an engine before other processes when memory runs out',
  async () => {
    const { run } = await underWay(join(folder, 'out-of-memory'))
    expect(readFileSync(`/proc/${run.pid}/oom_score_adj`, 'utf8')).toBe('700\n')
    run.cancel()
    await run.done
  },
)

test('a cancelled run ends its process and leaves nothing but the log', async () => {
  const outDir = join(folder, 'cancelled')
  const { run } = await underWay(outDir)
  run.cancel()
  const outcome = await run.done
  expect(outcome).toMatchObject({ status: 'cancelled', error: null })
  expect(outcome.artifacts.map((a) => a.name)).toEqual(['run.log'])
  expect(readdirSync(outDir)).toEqual(['run.log'])
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('Cancelled')
  expect(isAlive(run.pid as number)).toBe(false)
})

test('a child that does not stop on request is killed', async () => {
  const deaf = join(folder, 'deaf.mjs')
  writeFileSync(
    deaf,
    "process.on('message', () => undefined); setInterval(() => process.send({ type: 'beat', activity: 0, usage: { memoryBytes: 0 } }), 20)",
  )
  const outDir = join(folder, 'deaf')
  const run = engine({ entry: deaf }).start(jobOf(graph, video, outDir), () => undefined)
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null })
})

test('a child that hangs, or makes no progress, is killed and the run fails', async () => {
  const silent = join(folder, 'silent.mjs')
  writeFileSync(silent, 'setInterval(() => undefined, 1000)')
  const hung = engine({ entry: silent, limits: { silentMs: 300 } }).start(jobOf(graph, video, folder), () => undefined)
  expect((await hung.done).error).toMatchObject({ code: 'engine_hung' })

  const stuck = join(folder, 'stuck.mjs')
  writeFileSync(
    stuck,
    "setInterval(() => process.send({ type: 'beat', activity: 7, node: 'find', usage: { memoryBytes: 0 } }), 20)",
  )
  const limits = { silentMs: 8_000, stalledMs: 300 }
  const stalled = engine({ entry: stuck, limits }).start(jobOf(graph, video, folder), () => undefined)
  expect((await stalled.done).error).toMatchObject({ code: 'engine_hung', node_id: 'find' })
})

test('an engine that fails to start is an error with its last output in the log', async () => {
  const broken = join(folder, 'broken.mjs')
  writeFileSync(broken, "throw new Error('no such library')")
  const outDir = join(folder, 'broken')
  const reports: EngineReport[] = []
  const run = engine({ entry: broken }).start(jobOf(graph, video, outDir), (r) => reports.push(r))
  expect((await run.done).error).toMatchObject({ code: 'engine_died', message: expect.stringContaining('exit code 1') })
  expect(JSON.stringify(reports)).toContain('no such library')
  expect(await engine({ entry: broken }).probe({ path: video })).toMatchObject({
    ok: false,
    error: { code: 'engine_died' },
  })
})

test('when the host is killed, the engine ends too and leaves nothing but the log', async () => {
  const outDir = join(folder, 'orphan')
  const host = join(folder, 'host.mjs')
  const job = JSON.stringify(jobOf(graph, video, outDir))
  writeFileSync(
    host,
    `import { fork } from 'node:child_process'
const child = fork(${JSON.stringify(bundle('engine.js'))}, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
child.send({ type: 'run', job: ${job}, checkpointMs: 600000 })
child.on('message', (m) => m.type === 'report' && m.report.type === 'progress' && console.log(child.pid))`,
  )
  const running = spawn(process.execPath, [host], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = Number(await new Promise((resolve) => running.stdout.once('data', resolve)))
  expect(readdirSync(outDir).length).toBeGreaterThan(1)
  running.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(readdirSync(outDir)).toEqual(['run.log'])
})

test('an engine whose host was gone before it started ends at once, without an error', async () => {
  const child = fork(bundle('engine.js'), [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  expect(await text(child.stderr as NodeJS.ReadableStream)).toBe('')
  expect(await ended).toBe(1)
})
