import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type FolderLock, lockFolder } from '../../../src/engine/output/folder-lock.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { runKilled } from '../support/killed-run.ts'
import { engine, graphOf, jobOf, runToEnd } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'clip.mp4')
const graph = graphOf({ find: ['model', { model_id: 'colours' }], lines: ['sink', { kind: 'json' }] }, [
  'source>find',
  'find>lines',
])
const held: FolderLock[] = []

beforeAll(() => writeVideo(video, 400, (i) => [{ x: 2 * (i % 60), y: 32, color: 'red' }]))
afterEach(() => {
  for (const lock of held.splice(0)) lock.release()
})

const recordsIn = (outDir: string): string => readFileSync(join(outDir, 'lines.jsonl'), 'utf8')
const resumed = (job: RunJob): RunJob => ({ ...job, resume: { outDir: job.outDir, runId: job.runId } })

async function hold(dir: string): Promise<void> {
  const lock = await lockFolder(dir)
  expect(lock).not.toBeNull()
  held.push(lock as FolderLock)
}

test('gives the lock of a folder to one holder at a time and leaves no file behind', async () => {
  const dir = join(folder, 'one')
  const first = await lockFolder(dir)
  expect(await lockFolder(dir, 0)).toBeNull()
  first?.release()
  const second = await lockFolder(dir, 0)
  expect(second).not.toBeNull()
  second?.release()
  expect(readdirSync(dir)).toEqual([])
})

test('waits for a holder that is about to release the lock', async () => {
  const dir = join(folder, 'soon')
  const first = await lockFolder(dir)
  const second = lockFolder(dir, 60_000)
  first?.release()
  expect(await second).not.toBeNull()
  ;(await second)?.release()
})

test('ends the lock of a process that is killed', async () => {
  const dir = join(folder, 'killed')
  const job = jobOf(graph, video, dir)
  await runKilled(job, { after: 'checkpoint', ms: 0 }, 20)
  expect((await runHere(resumed(job))).status).toBe('completed')
  expect(existsSync(join(dir, '.lock'))).toBe(false)
})

test('refuses a run into a folder that another process writes to, and touches nothing there', async () => {
  const dir = join(folder, 'taken')
  await hold(dir)
  const before = readdirSync(dir)
  const outcome = await runToEnd(jobOf(graph, video, dir))
  expect(outcome).toMatchObject({ status: 'error', resumable: false, error: { code: 'folder_in_use' } })
  expect(outcome.error?.message).toContain(`Another run is writing to “${dir}”`)
  expect(readdirSync(dir)).toEqual(before)
})

test('refuses to resume a run that another process still writes, and keeps its progress', async () => {
  const dir = join(folder, 'living')
  const job = jobOf(graph, video, dir)
  await runKilled(job, { after: 'checkpoint', ms: 0 }, 20)
  await hold(dir)
  expect((await runToEnd(resumed(job))).error?.code).toBe('folder_in_use')
  held.pop()?.release()
  expect((await runHere(resumed(job))).status).toBe('completed')
})

test('completes a run that is resumed twice at once with the results of an undisturbed run', async () => {
  const whole = jobOf(graph, video, join(folder, 'whole'))
  await runHere(whole)
  const job = jobOf(graph, video, join(folder, 'twice'))
  await runKilled(job, { after: 'checkpoint', ms: 0 }, 20)
  const outcomes = await Promise.all([runToEnd(resumed(job)), runToEnd(resumed(job))])
  expect(outcomes.map((o) => o.status)).toContain('completed')
  for (const { error } of outcomes) expect(['folder_in_use', 'resume_refused', undefined]).toContain(error?.code)
  expect(recordsIn(job.outDir)).toEqual(recordsIn(whole.outDir))
  expect(readdirSync(job.outDir).filter((name) => name.startsWith('.'))).toEqual([])
})

test('refuses to resume over the results of a run that completed later', async () => {
  const dir = join(folder, 'later')
  const job = jobOf(graph, video, dir)
  await runKilled(job, { after: 'checkpoint', ms: 0 }, 20)
  const later = { ...jobOf(graph, video, dir), runId: 'later-run' }
  await runHere(later)
  const results = recordsIn(dir)
  const { error } = await runHere(resumed(job))
  expect(error).toMatchObject({ code: 'resume_refused', message: expect.stringContaining('a later run has completed') })
  expect(recordsIn(dir)).toBe(results)
  expect(results).toContain('later-run')
})

test('resumes a run whose engine process was interrupted by its host', async () => {
  const job = jobOf(graph, video, join(folder, 'interrupted'))
  const run = engine({ limits: { checkpointMs: 20 } }).start(job, (report) => {
    if (report.type === 'progress' && report.progress.frames_done > 50) run.interrupt()
  })
  expect(await run.done).toMatchObject({ status: 'error', resumable: true, error: { code: 'interrupted' } })
  expect((await runHere(resumed(job))).status).toBe('completed')
})
