/** The demo: its counts are the ground truth, and a run of it that is killed twice gives what an undisturbed one gives. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunCounts } from '../../src/shared/domain/event.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { bundle, root } from '../engine/support/bundles.ts'
import { processesOf } from '../engine/support/processes.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline } from './cli.ts'

const folder = testFolder()

/** Each test processes the whole video, which takes minutes on a busy machine: this limit is for one that hangs. */
const HANGS_MS = 600_000

function start(args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; stderr: string }> } {
  const child = spawn(process.execPath, [bundle('cli.js'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr }))) }
}

/** Time at which the latest checkpoint of the run in this folder was stored; 0 before the first. */
function storedAt(out: string): number {
  const names = readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
  const name = names.find((n) => n.endsWith('.checkpoint'))
  return name ? (statSync(join(folder, out, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0
}

const engineOf = ({ pid }: ChildProcess): number => processesOf(pid as number, 'engine.js')[0] as number

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The results; the first line of JSON Lines names the run and is left out. */
const found = (out: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, out))
      .filter((name) => /\.(csv|jsonl)$/.test(name))
      .map((name) => {
        const text = readFileSync(join(folder, out, name), 'utf8')
        return [name, name.endsWith('.jsonl') ? text.slice(text.indexOf('\n')) : text]
      }),
  )

type Line = Pick<RunCounts['lines'][number], 'name' | 'a_to_b' | 'b_to_a' | 'by_class'>

/** Classes that never crossed may be present with zeros or absent. */
const comparable = (lines: readonly Line[]) =>
  lines.map(({ name, a_to_b, b_to_a, by_class }) => ({
    ...{ name, a_to_b, b_to_a },
    by_class: Object.fromEntries(Object.entries(by_class).filter(([, c]) => c.a_to_b + c.b_to_a > 0)),
  }))

/** The demo's workflow on a third of the frames: long enough to be killed twice. */
function everyThirdFrame(): string {
  const file = readFileSync(join(root, 'resources', 'templates', 'count-at-a-line.sightline.json'), 'utf8')
  const workflow = JSON.parse(file) as { graph: Graph }
  for (const { type, config } of workflow.graph.nodes)
    if (type === 'source') Object.assign(config, { sample_fps: 25 / 3 })
  return JSON.stringify(workflow)
}

test('the demo counts exactly the objects that crossed the lines', { timeout: HANGS_MS }, async () => {
  const whole = await sightline(['run', '--demo', '--no-cache', '--out', 'demo', '--json'], folder)
  const run = JSON.parse(whole.stdout) as WorkflowRun
  const truth = JSON.parse(readFileSync(join(root, 'resources', 'demo', 'street-crossing.truth.json'), 'utf8'))
  expect(run.error).toBeNull()
  expect(whole.code).toBe(0)
  expect(run.progress.frames_done).toBe(truth.frame_count)
  expect(comparable(run.counts.lines)).toEqual(comparable(truth.lines))
  expect(run.artifacts.map((a) => a.kind).sort()).toEqual(
    ['annotated_video', 'csv', 'csv', 'evidence', 'json', 'log', 'manifest'].sort(),
  )
})

test.skipIf(process.platform === 'win32')(
  'resumes after its engine and after the command itself was killed',
  { timeout: HANGS_MS },
  async () => {
    writeFileSync(join(folder, 'third.json'), everyThirdFrame())
    const demo = ['run', 'third.json', '--no-cache', '--out']
    const whole = await sightline([...demo, 'whole', '--json'], folder)
    const first = start([...demo, 'killed'])
    await expect.poll(() => storedAt('killed'), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
    process.kill(engineOf(first.child), 'SIGKILL')
    const { code, stderr } = await first.ended
    expect(code).toBe(1)
    expect(stderr).toContain('ended from outside (signal SIGKILL')
    expect(stderr).toContain('To resume it: sightline run --resume killed\n')
    expect(found('killed')).toEqual({})

    const before = storedAt('killed')
    const second = start(['run', '--resume', 'killed'])
    await expect.poll(() => storedAt('killed'), { timeout: 60_000, interval: 20 }).toBeGreaterThan(before)
    const enginePid = engineOf(second.child)
    second.child.kill('SIGKILL')
    await second.ended
    await expect.poll(() => isAlive(enginePid)).toBe(false)
    expect(found('killed')).toEqual({})

    const last = await sightline(['run', '--resume', 'killed', '--json'], folder)
    expect(last.stderr).not.toMatch(/^sightline:/m)
    expect(last.code).toBe(0)
    const [resumed, uninterrupted] = [last, whole].map(({ stdout }) => JSON.parse(stdout) as WorkflowRun)
    expect(resumed?.counts).toEqual(uninterrupted?.counts)
    expect(resumed?.progress.frames_done).toBe(uninterrupted?.progress.frames_done)
    const files = (run?: WorkflowRun) => run?.artifacts.map(({ name, kind, records }) => ({ name, kind, records }))
    expect(files(resumed)).toEqual(files(uninterrupted))
    expect(found('killed')).toEqual(found('whole'))
    expect(readdirSync(join(folder, 'killed')).filter((n) => n.startsWith('.'))).toEqual([])
    const log = readFileSync(join(folder, 'killed', 'run.log'), 'utf8')
    expect(log.match(/Resuming after [\d.]+ s, \d+ frames/g)).toHaveLength(2)
  },
)
