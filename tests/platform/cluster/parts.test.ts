/** Runs of a video whose parts several workers execute, with real processes, a real database and a real store. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { postgresDatabase } from '../../../src/platform/db/postgres/postgres-database.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { startCluster } from '../../../tools/cluster/processes.mjs'
import { newPostgresUrl } from '../support/databases.ts'
import { removeBelow, writesBelow } from '../support/object-store.ts'
import { uploadClip } from './uploaded-clip.ts'

const TEMPLATE = new URL('../../../resources/templates/count-at-a-line.sightline.json', import.meta.url)
/** Three parts of the clip: more than two workers begin at once. */
const PARTS = ['--part-seconds', '3']
const PATIENCE = { timeout: 200_000, interval: 100 }
/** Detections of parts in the store. */
const DETECTIONS = 'cluster/parts/'

let cluster: Awaited<ReturnType<typeof startCluster>>
let database: string
let client: ReturnType<typeof createClient>
let workflow: string
/** Executed by one worker. */
let whole: WorkflowRun
beforeAll(async () => {
  database = (await newPostgresUrl()) as string
  cluster = await startCluster({ database })
  client = createClient({ baseUrl: cluster.baseUrl, apiKey: cluster.apiKey })
  const { graph } = JSON.parse(readFileSync(fileURLToPath(TEMPLATE), 'utf8'))
  const source = { kind: 'video', gcs_uri: await uploadClip(client), sample_fps: 5 }
  for (const node of graph.nodes) if (node.type === 'source') node.config = source
  workflow = (await client.workflows.create({ body: { name: 'Count', graph } })).id
  const alone = await cluster.addWorker(['--part-seconds', '0'])
  whole = await ended(await start())
  await cluster.kill(alone)
  expect([whole.status, whole.error]).toEqual(['completed', null])
  expect(results(whole).length).toBeGreaterThan(1)
  expect(whole.counts.lines.map((line) => line.a_to_b + line.b_to_a)).not.toContain(0)
}, 300_000)
// Every test begins with a video of which nothing is known.
beforeEach(() => removeBelow(cluster.store.endpoint, DETECTIONS))
afterEach(() => cluster.killWorkers())
afterAll(() => cluster.close())

const addWorkers = async () => [await cluster.addWorker(PARTS), await cluster.addWorker(PARTS)] as const

const start = async () => (await client.workflows.run({ params: { workflow } })).run_id
const read = (run_id: string): Promise<WorkflowRun> => client.workflowRuns.get({ params: { run_id } })
async function ended(id: string): Promise<WorkflowRun> {
  await vi.waitFor(async () => expect(isTerminal((await read(id)).status)).toBe(true), PATIENCE)
  return read(id)
}

/** Names and checksums of all results that name neither times nor runs: tables, evidence and videos. */
const results = ({ artifacts }: WorkflowRun) =>
  artifacts
    .filter(({ kind }) => kind === 'csv' || kind === 'annotated_video')
    .map(({ name, sha256 }) => [name, sha256])
    .sort()

async function inDatabase<T>(work: (db: ReturnType<typeof postgresDatabase>) => Promise<T>): Promise<T> {
  const db = postgresDatabase(database)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const partsOf = (runId: string) =>
  inDatabase((db) =>
    db
      .selectFrom('jobs')
      .select(['id', 'state', 'losses', 'token', 'result'])
      .where('kind', '=', 'run_part')
      .where('payload', 'like', `%${runId}%`)
      .execute(),
  )

const lossesOf = (runId: string) =>
  inDatabase((db) => db.selectFrom('jobs').select('losses').where('id', '=', runId).executeTakeFirst())

const count = (rows: readonly { state: string }[], state: string) => rows.filter((row) => row.state === state).length

const twoAtWork = async (id: string) => expect(count(await partsOf(id), 'running')).toBeGreaterThan(1)

/** Kills one of two workers in the middle of a part: while it is stopped, it can't end the part before it is killed. */
async function killAtWork(worker: ChildProcess, id: string): Promise<void> {
  await vi.waitFor(async () => {
    await twoAtWork(id)
    worker.kill('SIGSTOP')
    await twoAtWork(id).catch((error) => {
      worker.kill('SIGCONT')
      throw error
    })
  }, PATIENCE)
  await cluster.kill(worker)
}

const detections = () => writesBelow(cluster.store.endpoint, DETECTIONS)

async function logOf(id: string): Promise<string> {
  const address = `${cluster.baseUrl}/api/v1/developer/workflow-runs/${id}/artifacts/run.log`
  return (await fetch(address, { headers: { 'x-api-key': cluster.apiKey } })).text()
}

describe('a run of a long video', { timeout: 600_000 }, () => {
  it('is executed by two workers at the same time, with the results of one, and its detections serve another run', async () => {
    await addWorkers()
    const id = await start()
    await vi.waitFor(() => twoAtWork(id), PATIENCE)
    const { progress } = await read(id)
    expect(progress.frames_total).toBe(whole.progress.frames_total)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(results(run)).toEqual(results(whole))
    expect(run.counts).toEqual(whole.counts)
    expect(run.progress.frames_done).toBe(whole.progress.frames_done)
    expect(await logOf(id)).toContain('Joined the detections and annotated videos of')
    await vi.waitFor(async () => expect(await partsOf(id)).toEqual([]), PATIENCE)

    await cluster.killWorkers()
    const written = await detections()
    expect(written.length).toBeGreaterThan(0)
    // Machines without a cache of their own.
    await addWorkers()
    const second = await ended(await start())
    expect(results(second)).toEqual(results(whole))
    expect(await logOf(second.id)).toContain('Joined the detections and annotated videos of')
    expect(await detections()).toEqual(written)
  })

  it('has the same results when a worker is killed, whose part another one does again', async () => {
    const [, second] = await addWorkers()
    const id = await start()
    await killAtWork(second, id)
    // Lost, and claimed again by the other worker.
    const isAgain = ({ losses, token }: { losses: number; token: number }) => losses === 1 && token === 2
    await vi.waitFor(async () => expect((await partsOf(id)).some(isAgain)).toBe(true), PATIENCE)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(results(run)).toEqual(results(whole))
  })

  it('continues with the parts that are done when the worker of the run is killed', async () => {
    // With room for two parts beside its run, which so is cut into parts before there is another worker.
    const leader = await cluster.addWorker([...PARTS, '--concurrency', '2'])
    const id = await start()
    await vi.waitFor(async () => expect(count(await partsOf(id), 'done')).toBeGreaterThan(1), PATIENCE)
    await cluster.kill(leader)
    const written = await detections()
    await cluster.addWorker(PARTS)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(await lossesOf(id)).toEqual({ losses: 1 })
    expect(await detections()).toEqual(expect.arrayContaining(written))
    expect(await logOf(id)).toContain('Joined the detections and annotated videos of')
  })

  it('ends on all workers when it is cancelled', async () => {
    await addWorkers()
    const id = await start()
    await vi.waitFor(() => twoAtWork(id), PATIENCE)
    await client.workflowRuns.cancel({ params: { run_id: id } })
    expect((await ended(id)).status).toBe('cancelled')
    await vi.waitFor(async () => expect(count(await partsOf(id), 'running')).toBe(0), PATIENCE)
  })
})
