/** Runs of the command line that are stopped by signals, resumed, and run side by side. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHECKPOINT_EVERY_MS } from '../../src/engine/runtime/checkpointer.ts'
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
  await writeVideo(join(folder, 'long.mp4'), 300, (i) => [{ x: 2 * (i % 60), y: 32, side: 32, color: 'red' }], {
    fps: 25,
    size: { width: 320, height: 192 },
  })
  const graph = graphOf(
    {
      find: ['model', { model_id: 'colours.onnx' }],
      draw: ['visualize', {}],
      video: ['sink', { kind: 'annotated_video' }],
      lines: ['sink', { kind: 'json' }],
      hook: ['sink', { kind: 'webhook', url }],
    },
    ['source>find', 'find>draw', 'draw>video', 'find>lines', 'find>hook'],
  )
  const source = { kind: 'video', gcs_uri: 'long.mp4' }
  const nodes = graph.nodes.map((node) => (node.type === 'source' ? { ...node, config: source } : node))
  writeFileSync(join(folder, 'long.json'), JSON.stringify({ ...graph, nodes }))
}, 120_000)
afterAll(() => server.close())

const RUN = ['run', 'long.json', '--no-cache', '--out']

function start(args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [bundle('cli.js'), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return {
    child,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr }))),
  }
}

const holds = (out: string, name: string): boolean =>
  existsSync(join(folder, out)) &&
  readdirSync(join(folder, out)).some((entry) => existsSync(join(folder, out, entry, name)))

/** Starts a run and sends the signals once it has a checkpoint. */
async function stopped(out: string, ...signals: NodeJS.Signals[]): Promise<Ended> {
  const { child, ended } = start([...RUN, out])
  await eventually(() => holds(out, 'video.mp4.packets'))
  // Paused until its first checkpoint is due, so that no machine finishes before it.
  const [engine] = processesOf(child.pid as number, 'engine.js') as [number]
  process.kill(engine, 'SIGSTOP')
  await setTimeout(CHECKPOINT_EVERY_MS)
  process.kill(engine, 'SIGCONT')
  await eventually(() => holds(out, '.checkpoint'))
  for (const signal of signals) child.kill(signal)
  return ended
}

const results = (out: string): Buffer[] =>
  ['video.mp4', 'lines.jsonl'].map((name) => {
    const bytes = readFileSync(join(folder, out, name))
    // The head of JSON results names the run.
    return name === 'lines.jsonl' ? bytes.subarray(bytes.indexOf(0x0a)) : bytes
  })

let whole: { results: Buffer[]; messages: number }
beforeAll(async () => {
  const { code, stderr } = await sightline([...RUN, 'whole'], folder)
  expect(stderr).toContain('webhook messages')
  expect(code).toBe(0)
  whole = { results: results('whole'), messages: delivered.splice(0).length }
}, 120_000)

beforeEach(() => {
  delivered.length = 0
})

// glibc fills the memory that it hands out with this value, so bytes read before they are written show.
test.each(['1', '170'])('writes the same video into memory that was filled with %s', async (MALLOC_PERTURB_) => {
  const out = `perturbed-${MALLOC_PERTURB_}`
  expect((await sightline([...RUN, out], folder, { MALLOC_PERTURB_ })).code).toBe(0)
  expect(results(out)).toEqual(whole.results)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'keeps an interrupted run that %s stopped, and resumes it',
  async (signal) => {
    const out = `after-${signal}`
    const { code, stderr } = await stopped(out, signal)
    expect(code).toBe(130)
    expect(stderr).toContain(`To resume it: sightline run --resume ${out}`)
    expect(stderr).not.toContain('sightline: ')
    expect((await sightline(['run', '--resume', out], folder)).code).toBe(0)
    expect(results(out)).toEqual(whole.results)
  },
)

test('stops at once on the second Ctrl-C, and the run can still be resumed', async () => {
  const { code, stderr } = await stopped('twice', 'SIGINT', 'SIGINT')
  expect(code).toBe(130)
  expect(stderr).toContain('sightline run --resume twice')
  expect((await sightline(['run', '--resume', 'twice'], folder)).code).toBe(0)
  expect(results('twice')).toEqual(whole.results)
})

test('sends each webhook message once and in order, however often the run was stopped', async () => {
  await stopped('hooks', 'SIGINT')
  expect(delivered).toEqual([])
  // Messages sent before the run is resumed are not sent again.
  expect((await sightline(['webhooks', 'send', 'hooks'], folder)).code).toBe(0)
  expect(delivered.length).toBeGreaterThan(0)
  expect((await sightline(['run', '--resume', 'hooks'], folder)).code).toBe(0)
  expect(delivered.map(({ sequence }) => sequence)).toEqual(Array.from({ length: whole.messages }, (_, i) => i))
  expect(new Set(delivered.map(({ id }) => id)).size).toBe(whole.messages)
  expect(existsSync(join(folder, 'hooks', 'outbox'))).toBe(false)
})

test('rejects a second run into the folder of a running one, which completes', async () => {
  const first = start([...RUN, 'shared'])
  await eventually(() => holds('shared', 'video.mp4.packets'))
  const [engine] = processesOf(first.child.pid as number, 'engine.js') as [number]
  process.kill(engine, 'SIGSTOP')
  const second = await sightline([...RUN, 'shared'], folder)
  process.kill(engine, 'SIGCONT')
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/Another run is writing to “.*shared”/)
  expect((await first.ended).code).toBe(0)
  expect(results('shared')).toEqual(whole.results)
})
