/** A real platform process, killed (SIGKILL) between the statements that end a run, report it and deliver the report. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../../src/client/client.ts'
import { eventually } from '../../../setup/eventually.ts'
import { makeResources } from '../../support/harness.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import type { KilledPlatformOptions, KilledPlatformStarted } from './killed-platform.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const outDir = join(root, '.cache', `killed-platform-${process.pid}`)
const KILLS = 10
/** Statements follow each other differently from run to run; the kills are spread over all of them. */
const STRIDE = 6

let dataDir: string
let resourcesDir: string
let receiver: Receiver
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-killed-'))
  resourcesDir = makeResources()
  receiver = await startReceiver()
  const entry = join(root, 'tests/platform/work/events/killed-platform.ts')
  const database = join(root, 'src/platform/db/sqlite/database-worker.ts')
  const rolldownOptions = {
    input: { entry, database },
    output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  }
  const output = { ssr: true, outDir, emptyOutDir: true, rolldownOptions }
  await build({ root, configFile: false, logLevel: 'error', build: { ...output, target: 'node20' } })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver.close()
  for (const dir of [dataDir, resourcesDir, outDir]) rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

async function launch(point: number, start: number) {
  const options: KilledPlatformOptions = {
    dataDir,
    resourcesDir,
    receiverUrl: receiver.url,
    point,
    aheadMs: start * 60_000,
  }
  const child = fork(join(outDir, 'entry.js'), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  const [started] = (await Promise.race([once(child, 'message'), exited])) as [KilledPlatformStarted]
  return { child, exited, started }
}

it('loses no event, repeats none under another id, and notifies once, killed ten times', {
  timeout: 180_000,
}, async () => {
  const runs: string[] = []
  let died = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, exited, started } = await launch(2 + kill * STRIDE, kill)
    expect(started.run).toEqual(expect.any(String))
    runs.push(started.run as string)
    // Nothing is left to do after the delivery: a later point is not reached.
    const isDelivered = () => receiver.taken.some((call) => call.body.includes(started.run as string))
    const lingered = eventually(isDelivered).then(() => new Promise((resolve) => setTimeout(resolve, 500)))
    const ended = await Promise.race([exited, lingered])
    if (ended) died++
    else child.kill('SIGKILL')
    await exited
    lingered.catch(() => undefined)
  }
  // Most points were reached.
  expect(died).toBeGreaterThan(KILLS / 2)

  const { started } = await launch(0, KILLS)
  const client = createClient({ baseUrl: started.baseUrl, apiKey: started.key })
  const deliveriesOf = (run: string) => receiver.taken.filter((call) => JSON.parse(call.body).data.run_id === run)
  await eventually(() => runs.every((run) => deliveriesOf(run).length > 0))
  await eventually(async () => (await client.notifications.list()).notifications.length === KILLS)
  const { notifications } = await client.notifications.list()
  for (const run_id of runs) {
    // A run that was killed before its end was stored was executed again.
    expect((await client.workflowRuns.get({ params: { run_id } })).status).toBe('completed')
    const calls = deliveriesOf(run_id)
    expect(new Set(calls.map((call) => call.headers['x-service-delivery-id'])).size).toBe(1)
    expect(new Set(calls.map((call) => call.headers['x-service-event-type']))).toEqual(
      new Set(['workflow_run.completed']),
    )
    const told = notifications.filter(({ metadata }) => metadata?.run_id === run_id)
    expect(told.map(({ type }) => type)).toEqual(['workflow_run_completed'])
  }
})
