/** Runs of the command line that are stopped by signals or killed, resumed, and run side by side. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHECKPOINT_EVERY_MS } from '../../src/engine/runtime/checkpointer.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { CHECKPOINT_NAME } from '../../src/shared/domain/work-folder.ts'
import { bundle, modelFixture } from '../engine/support/bundles.ts'
import { processesOf } from '../engine/support/processes.ts'
import { graphOf } from '../engine/support/run.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { eventually } from '../setup/eventually.ts'
import { type Ended, sightline } from './cli.ts'

const folder = testFolder()
let server: Server
/** In the order of arrival at the receiver. */
const delivered: { id: unknown; sequence: number }[] = []

const FRAMES = 150
const points = [
  [0.25, 1],
  [0.25, 0],
]

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      delivered.push({ id: request.headers['x-service-delivery-id'], sequence: JSON.parse(body).sequence })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  copyFileSync(modelFixture('colours-v8'), join(folder, 'colours.onnx'))
  await writeVideo(join(folder, 'long.mp4'), FRAMES, (i) => [{ x: 2 * (i % 60), y: 32, side: 32, color: 'red' }], {
    fps: 25,
    size: { width: 320, height: 192 },
  })
  const graph = graphOf(
    {
      find: ['model', { model_id: 'colours.onnx', confidence_threshold: 0.3, iou_threshold: 0.1 }],
      follow: ['track', {}],
      count: ['measure', { geometries: [{ kind: 'line', name: 'Gate', points }] }],
      draw: ['visualize', {}],
      video: ['sink', { kind: 'annotated_video' }],
      lines: ['sink', { kind: 'json' }],
      table: ['sink', { kind: 'csv' }],
      hook: ['sink', { kind: 'webhook', url }],
    },
    [
      ...['source>find', 'find>follow', 'follow>count', 'follow>draw', 'draw>video', 'find>lines', 'count>table'],
      'find>hook',
    ],
  )
  const source = { kind: 'video', gcs_uri: 'long.mp4' }
  const nodes = graph.nodes.map((node) => (node.type === 'source' ? { ...node, config: source } : node))
  writeFileSync(join(folder, 'long.json'), JSON.stringify({ ...graph, nodes }))
}, 120_000)
afterAll(() => server.close())

const RUN = ['run', 'long.json', '--no-cache', '--out']

interface Started {
  child: ChildProcess
  ended: Promise<Ended>
  /** Resolves when the engine has processed the first frames. */
  begun: Promise<void>
}

function start(args: string[]): Started {
  const child = spawn(process.execPath, [bundle('cli.js'), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  const begun = new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      if (stderr.includes(` of ${FRAMES} frames`)) resolve()
    })
    child.on('close', () => reject(new Error(`The command ended before its first frame: ${stderr}`)))
  })
  return { child, ended, begun }
}

const engineOf = ({ child }: Started): number => processesOf(child.pid as number, 'engine.js')[0] as number

/** Time at which the latest checkpoint of the run in this folder was stored; 0 before the first. */
function storedAt(out: string): number {
  const names = readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
  const name = names.find((n) => n.endsWith(CHECKPOINT_NAME))
  return name ? (statSync(join(folder, out, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0
}

/**
 * Starts a run, and pauses its engine after the next checkpoint, so that no machine finishes before the test has acted.
 * `meanwhile` is called while the run is paused in its first frames.
 */
async function pausedAtCheckpoint(out: string, args: string[], meanwhile?: () => Promise<void>) {
  const run = start(args)
  await run.begun
  const before = storedAt(out)
  const engine = engineOf(run)
  process.kill(engine, 'SIGSTOP')
  await meanwhile?.()
  await setTimeout(CHECKPOINT_EVERY_MS)
  process.kill(engine, 'SIGCONT')
  await eventually(() => storedAt(out) > before)
  process.kill(engine, 'SIGSTOP')
  return { ...run, engine }
}

/** Starts a run and sends the signals to the command once it has a checkpoint. */
async function stopped(out: string, signals: NodeJS.Signals[], meanwhile?: () => Promise<void>): Promise<Ended> {
  const { child, ended, engine } = await pausedAtCheckpoint(out, [...RUN, out], meanwhile)
  for (const signal of signals) child.kill(signal)
  process.kill(engine, 'SIGCONT')
  return ended
}

/** The files of the results by name; the head of JSON Lines names the run and is left out. */
const results = (out: string): Record<string, Buffer> =>
  Object.fromEntries(
    readdirSync(join(folder, out))
      .filter((name) => /\.(csv|jsonl|mp4)$/.test(name))
      .map((name) => {
        const bytes = readFileSync(join(folder, out, name))
        return [name, name.endsWith('.jsonl') ? bytes.subarray(bytes.indexOf(0x0a)) : bytes]
      }),
  )

const resumed = async (out: string): Promise<number | null> => (await sightline(['run', '--resume', out], folder)).code

let whole: { run: WorkflowRun; results: Record<string, Buffer>; messages: number }
beforeAll(async () => {
  // glibc fills the memory that it hands out with bytes that follow from this value: other runs have other ones.
  const env = { MALLOC_PERTURB_: '1' }
  const { code, stdout, stderr } = await sightline([...RUN, 'whole', '--json'], folder, env)
  expect(stderr).toContain('webhook messages')
  expect(code).toBe(0)
  const run = JSON.parse(stdout) as WorkflowRun
  expect(run.counts.lines[0]?.a_to_b).toBeGreaterThan(0)
  whole = { run, results: results('whole'), messages: delivered.splice(0).length }
  expect(Object.keys(whole.results).sort()).toEqual(['evidence.jsonl', 'lines.jsonl', 'table-events.csv', 'video.mp4'])
}, 120_000)

beforeEach(() => {
  delivered.length = 0
})

test('writes the same video into memory that was filled with other bytes', async () => {
  expect((await sightline([...RUN, 'perturbed'], folder, { MALLOC_PERTURB_: '170' })).code).toBe(0)
  expect(results('perturbed')).toEqual(whole.results)
})

test('keeps a run that SIGTERM stopped, and resumes it; a second run into its folder is rejected and changes nothing', async () => {
  const out = 'terminated'
  const { code, stderr } = await stopped(out, ['SIGTERM'], async () => {
    const second = await sightline([...RUN, out], folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/Another run is writing to “.*terminated”/)
  })
  expect(code).toBe(130)
  expect(stderr).toContain(`To resume it: sightline run --resume ${out}`)
  expect(stderr).not.toContain('sightline: ')
  expect(await resumed(out)).toBe(0)
  expect(results(out)).toEqual(whole.results)
})

test('stops at once on the second Ctrl-C, and the run can still be resumed', async () => {
  const { code, stderr } = await stopped('twice', ['SIGINT', 'SIGINT'])
  expect(code).toBe(130)
  expect(stderr).toContain('sightline run --resume twice')
  expect(await resumed('twice')).toBe(0)
  expect(results('twice')).toEqual(whole.results)
})

test('keeps a run that Ctrl-C stopped, resumes it, and sends each webhook message once and in order', async () => {
  const { code, stderr } = await stopped('hooks', ['SIGINT'])
  expect(code).toBe(130)
  expect(stderr).toContain('To resume it: sightline run --resume hooks')
  expect(stderr).not.toContain('sightline: ')
  expect(delivered).toEqual([])
  // Messages sent before the run is resumed are not sent again.
  expect((await sightline(['webhooks', 'send', 'hooks'], folder)).code).toBe(0)
  expect(delivered.length).toBeGreaterThan(0)
  expect(await resumed('hooks')).toBe(0)
  expect(results('hooks')).toEqual(whole.results)
  expect(delivered.map(({ sequence }) => sequence)).toEqual(Array.from({ length: whole.messages }, (_, i) => i))
  expect(new Set(delivered.map(({ id }) => id)).size).toBe(whole.messages)
  expect(existsSync(join(folder, 'hooks', 'outbox'))).toBe(false)
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32')(
  'resumes a run whose engine was killed, and after that the command itself',
  async () => {
    const first = await pausedAtCheckpoint('killed', [...RUN, 'killed'])
    process.kill(first.engine, 'SIGKILL')
    const { code, stderr } = await first.ended
    expect(code).toBe(1)
    expect(stderr).toContain('ended from outside (signal SIGKILL')
    expect(stderr).toContain('To resume it: sightline run --resume killed\n')
    expect(results('killed')).toEqual({})

    const second = await pausedAtCheckpoint('killed', ['run', '--resume', 'killed'])
    second.child.kill('SIGKILL')
    process.kill(second.engine, 'SIGCONT')
    await second.ended
    await eventually(() => !isAlive(second.engine))
    expect(results('killed')).toEqual({})

    const last = await sightline(['run', '--resume', 'killed', '--json'], folder)
    expect(last.stderr).not.toMatch(/^sightline:/m)
    expect(last.code).toBe(0)
    const run = JSON.parse(last.stdout) as WorkflowRun
    expect(run.counts).toEqual(whole.run.counts)
    expect(run.progress.frames_done).toBe(FRAMES)
    const files = ({ artifacts }: WorkflowRun) => artifacts.map(({ name, kind, records }) => ({ name, kind, records }))
    expect(files(run)).toEqual(files(whole.run))
    expect(results('killed')).toEqual(whole.results)
    expect(readdirSync(join(folder, 'killed')).filter((name) => name.startsWith('.'))).toEqual([])
    const log = readFileSync(join(folder, 'killed', 'run.log'), 'utf8')
    expect(log.match(/Resuming after [\d.]+ s, \d+ frames/g)).toHaveLength(2)
  },
)
