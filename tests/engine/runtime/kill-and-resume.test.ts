import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'
import { readCheckpoint, workFolderOf } from '../../../src/engine/output/work-folder.ts'
import type { RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { type Kill, runKilled } from '../support/killed-run.ts'
import { randomFrom } from '../support/random.ts'
import { engine, graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const FRAMES = 500
const CHECKPOINT_MS = 60
const limits = { checkpointMs: CHECKPOINT_MS }

const line = {
  kind: 'line',
  name: 'middle',
  points: [
    [0.5, 0],
    [0.5, 1],
  ],
}
const zone = {
  kind: 'zone',
  name: 'right',
  points: [
    [0.6, 0],
    [1, 0],
    [1, 1],
    [0.6, 1],
  ],
}
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours' }],
    follow: ['track', {}],
    count: ['measure', { geometries: [line, zone], occupancy_interval_s: 1 }],
    some: ['condition', { rules: [{ subject: 'class_count', operator: '>', threshold: 1 }], hold_m: 5, hold_n: 3 }],
    table: ['sink', { kind: 'csv' }],
    lines: ['sink', { kind: 'json' }],
    crowd: ['sink', { kind: 'json' }],
  },
  [
    'source>find',
    'find>follow',
    'follow>count',
    'follow>some',
    'follow>table',
    'count>table',
    'follow>lines',
    'count>lines',
    'some.true>crowd',
  ],
)

beforeAll(async () => {
  const there = (i: number, from: number, period: number) => 2 * Math.round(60 * (1 - Math.cos((i - from) / period)))
  await writeVideo(
    video,
    FRAMES,
    (i) => [
      { x: there(i, 0, 20), y: 16, color: 'red' },
      ...(i % 170 < 110 ? [{ x: there(i, 40, 27), y: 56, color: 'green' as const }] : []),
    ],
    { fps: 25 },
  )
})

/** Runs the job and kills its process. */
const attempt = (job: RunJob, kill: Kill): Promise<RunOutcome> => runKilled(job, kill, CHECKPOINT_MS)

const results = (outDir: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(outDir) ? readdirSync(outDir) : [])
      .filter((name) => /\.(csv|jsonl)$/.test(name))
      .map((name) => [name, readFileSync(join(outDir, name), 'utf8')]),
  )

/** The part of an outcome that does not depend on the time and speed of the run. */
const outcomeOf = ({ status, counts, nodes, artifacts, progress }: RunOutcome) => ({
  status,
  counts,
  frames: progress.frames_done,
  nodes: Object.fromEntries(Object.entries(nodes).map(([id, n]) => [id, { ...n, ms_per_frame: 0 }])),
  artifacts: artifacts.filter((a) => !['log', 'manifest'].includes(a.kind)),
})

let uninterrupted: { outcome: ReturnType<typeof outcomeOf>; results: Record<string, string>; ms: number }
beforeAll(async () => {
  const outDir = join(folder, 'whole')
  const startedAt = performance.now()
  const outcome = await attempt(jobOf(graph, video, outDir), null)
  uninterrupted = { outcome: outcomeOf(outcome), results: results(outDir), ms: performance.now() - startedAt }
  expect(outcome.error).toBeNull()
  expect(outcome.counts.lines[0]).toMatchObject({ a_to_b: expect.any(Number) })
  expect((outcome.counts.lines[0]?.a_to_b ?? 0) + (outcome.counts.lines[0]?.b_to_a ?? 0)).toBeGreaterThan(4)
})

/** The frames at which the run resumed, from its log. */
const resumedAt = (outDir: string): number[] =>
  [...readFileSync(join(outDir, 'run.log'), 'utf8').matchAll(/Resuming after [\d.]+ s, (\d+) frames/g)].map((m) =>
    Number(m[1]),
  )

/** Number of frames that were done when the latest checkpoint was stored. */
const storedFrames = async ({ outDir, runId }: RunJob): Promise<number | undefined> =>
  (await readCheckpoint(workFolderOf(outDir, runId)))?.position.index

const KILLS_IN_A_ROW = 3

describe('a run that is killed and resumed', () => {
  test.each([1, 2])('ends as an uninterrupted run does after three kills at random points (%i)', async (seed) => {
    const random = randomFrom(seed)
    const outDir = join(folder, `killed-${seed}`)
    const job = jobOf(graph, video, outDir)
    let resume: RunJob['resume'] = null
    let resumed = 0
    for (let kills = 0; kills < KILLS_IN_A_ROW; ) {
      // A fast machine is done before a second checkpoint: every other kill waits for the first.
      const kill: Kill =
        kills % 2 === 0
          ? { after: 'checkpoint', ms: random() * 2 * CHECKPOINT_MS }
          : { after: 'start', ms: random() * uninterrupted.ms }
      const from = await storedFrames(job)
      const resumptions = resume ? resumedAt(outDir).length : 0
      const last = await attempt({ ...job, resume }, kill)
      // Stored frames are not processed again; a process may be killed before it logs where it resumes.
      if (resume) expect([undefined, from]).toContain(resumedAt(outDir)[resumptions])
      const isOver = last.status === 'completed'
      if (!isOver) {
        kills++
        expect(last.error?.code).toBe('engine_died')
        expect(results(outDir)).toEqual({})
      }
      // The run finished before it was killed: it restarts from the beginning.
      if (isOver) rmSync(outDir, { recursive: true })
      resume = last.resumable ? { outDir, runId: job.runId } : null
      if (resume) resumed++
    }
    expect(resumed).toBeGreaterThanOrEqual(2)
    const from = await storedFrames(job)
    const outcome = await runHere({ ...job, resume }, limits)
    if (resume) expect(resumedAt(outDir).at(-1)).toBe(from)
    expect(results(outDir)).toEqual(uninterrupted.results)
    expect(outcomeOf(outcome)).toEqual(uninterrupted.outcome)
    expect(readdirSync(outDir).filter((n) => n.startsWith('.'))).toEqual([])
  })

  test('finishes the moving of its files when it was killed in between', async () => {
    const outDir = join(folder, 'commit')
    const job = jobOf(graph, video, outDir)
    const killing: ForkFn = (entry, env) => {
      const child = forkChild(entry, env)
      return {
        ...child,
        onMessage: (listener) =>
          child.onMessage((message) => {
            listener(message)
            if (message.type === 'commit') child.kill()
          }),
      }
    }
    let killed = await engine({ limits, fork: killing }).start(job, () => undefined).done
    // On a busy machine the message may arrive after the run is complete.
    for (let i = 0; i < 10 && killed.status === 'completed'; i++) {
      rmSync(outDir, { recursive: true })
      killed = await engine({ limits, fork: killing }).start(job, () => undefined).done
    }
    expect(killed).toMatchObject({ status: 'error', resumable: true })
    expect(Object.keys(results(outDir))).toEqual([])
    const outcome = await runHere({ ...job, resume: { outDir, runId: job.runId } }, limits)
    expect(results(outDir)).toEqual(uninterrupted.results)
    expect(outcomeOf(outcome)).toEqual(uninterrupted.outcome)
  })
})
