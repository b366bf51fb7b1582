/**
 * A real platform process, killed (SIGKILL) at random moments while clients write: every acknowledged write is there, and
 * everything that follows from one has happened. SIGHTLINE_KILLS: the number of kills.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { eventually } from '../../setup/eventually.ts'
import { databaseFor, dropDatabase, openPlatformDatabase } from '../support/databases.ts'
import { countingGraph } from '../support/graphs.ts'
import { makeResources } from '../support/harness.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import {
  expectAcknowledged,
  expectEvents,
  expectImages,
  expectJobs,
  expectLedger,
  expectOnce,
  expectRecords,
  restOf,
} from './load-checks.ts'
import { createCaller, createLoad, DATASET, WORKFLOW } from './load-clients.ts'
import type { LoadedPlatformOptions, LoadedPlatformStarted } from './loaded-platform.ts'

const KILLS = Number(process.env.SIGHTLINE_KILLS ?? 3)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const outDir = join(root, '.cache', `loaded-platform-${process.pid}`)

let dataDir: string
let resourcesDir: string
let receiver: Receiver
/** The API key of the first start, for all later ones: an Idempotency-Key belongs to its API key. */
let key: string | undefined
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-kills-'))
  resourcesDir = makeResources()
  receiver = await startReceiver()
  const entry = join(root, 'tests/platform/kills/loaded-platform.ts')
  const database = join(root, 'src/platform/db/sqlite/database-worker.ts')
  const leases = join(root, 'src/platform/work/jobs/lease-worker.ts')
  const rolldownOptions = {
    input: { entry, database, leases },
    output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  }
  const output = { ssr: true, outDir, emptyOutDir: true, rolldownOptions }
  await build({ root, configFile: false, logLevel: 'error', build: { ...output, target: 'node20' } })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver.close()
  await dropDatabase(dataDir)
  for (const dir of [dataDir, resourcesDir, outDir]) rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

const BETWEEN_STARTS_MS = 60_000

/** Where several servers share the database, requests of a dead one are settled after ten minutes without a note of it. */
async function forgetServers(db: Database): Promise<void> {
  await db.updateTable('workers').set({ seen_at: '2000-01-01T00:00:00.000Z' }).execute()
}

async function launch(start: number) {
  const database = await databaseFor(dataDir)
  const options: LoadedPlatformOptions = { dataDir, resourcesDir, database, aheadMs: start * BETWEEN_STARTS_MS }
  const child = fork(join(outDir, 'entry.js'), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The database is given in `options`.
    env: { ...process.env, SIGHTLINE_TEST_DATABASE: '' },
  })
  children.push(child)
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) => {
    throw new Error(`The platform ended with ${code} instead of being ready.`)
  })
  ended.catch(() => undefined)
  const [started] = (await Promise.race([once(child, 'message'), ended])) as [LoadedPlatformStarted]
  key ??= started.key
  return { ...started, key, child, exited }
}

async function prepare(server: LoadedPlatformStarted): Promise<void> {
  const db = await openPlatformDatabase(dataDir)
  const plan = db.updateTable('organizations').set({ subscription_tier: 'enterprise' })
  await plan.where('id', '=', server.organizationId).execute()
  await db.destroy()
  const call = createCaller(server)
  await call('POST', '/webhooks/endpoints', { url: receiver.url })
  await call('POST', '/datasets/', { name: DATASET, classes: [{ name: 'car' }] })
  await call('POST', '/workflows/', { name: WORKFLOW, graph: countingGraph() })
}

it(`keeps every acknowledged write and what follows from it, killed ${KILLS} times under load`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const load = createLoad()
  let repeated = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await launch(kill)
    if (kill === 0) await prepare(server)
    repeated += await load.repeatLost(server)
    const written = load.write(server)
    await Promise.all([sleep(300 + Math.random() * 1200), eventually(() => load.runs.length > 0)])
    server.child.kill('SIGKILL')
    await server.exited
    await written
    const db = await openPlatformDatabase(dataDir)
    await forgetServers(db)
    await expectAcknowledged(db, load)
    await db.destroy()
  }
  const server = await launch(KILLS)
  repeated += await load.repeatLost(server)
  const db = await openPlatformDatabase(dataDir)
  await restOf(db)
  expect(load.refused).toEqual([])
  await expectAcknowledged(db, load)
  await expectImages(db, load, createCaller(server))
  await expectOnce(db, load)
  await expectJobs(db)
  await expectEvents(db, receiver)
  await expectLedger(db)
  server.child.kill('SIGKILL')
  await server.exited
  await expectRecords(db)
  await db.destroy()
  if (process.env.SIGHTLINE_KILLS) {
    const { acknowledged, unknown, runs, extractions, cancelled } = load
    const figures = {
      kills: KILLS,
      acknowledged,
      unknown,
      repeated,
      runs: runs.length,
      extractions: extractions.length,
    }
    console.log(JSON.stringify({ ...figures, cancelled: cancelled.length, deliveries: receiver.taken.length }))
  }
})
