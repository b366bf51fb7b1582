/** Runs of a video whose parts several workers execute, with real processes, a real database and a real store. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { postgresDatabase } from '../../../src/platform/db/postgres/open-postgres.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { startCluster } from '../../../tools/cluster/processes.mjs'
import { newPostgresUrl } from '../support/databases.ts'
import { writesBelow } from '../support/object-store.ts'

const TEMPLATE = new URL('../../../resources/templates/count-at-a-line.sightline.json', import.meta.url)
const PARTS = ['--part-seconds', '4']
const PATIENCE = { timeout: 200_000, interval: 100 }

let cluster: Awaited<ReturnType<typeof startCluster>>
let database: string
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  database = (await newPostgresUrl()) as string
  cluster = await startCluster({ database })
  client = createClient({ baseUrl: cluster.baseUrl, apiKey: cluster.apiKey })
})
afterEach(() => cluster.killWorkers())
afterAll(() => cluster.close())

const addWorkers = async () => [await cluster.addWorker(PARTS), await cluster.addWorker(PARTS)] as const

let workflows = 0
/** Each with a threshold of its own, so that no earlier detections are used. */
async function newWorkflow(): Promise<string> {
  const { graph } = JSON.parse(readFileSync(fileURLToPath(TEMPLATE), 'utf8'))
  workflows++
  for (const { type, config } of graph.nodes) {
    if (type === 'model') config.confidence_threshold = 0.25 + workflows / 1000
    // Fewer frames: still seconds of work, in which a worker can be killed.
    if (type === 'source') config.sample_fps = 5
  }
  return (await client.workflows.create({ body: { name: `Count ${workflows}`, graph } })).id
}

const start = async (workflow: string) => (await client.workflows.run({ params: { workflow } })).run_id
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

async function partsOf(runId: string) {
  const db = postgresDatabase(database)
  try {
    return await db
      .selectFrom('jobs')
      .select(['id', 'state', 'losses', 'token', 'result'])
      .where('kind', '=', 'run_part')
      .where('payload', 'like', `%${runId}%`)
      .execute()
  } finally {
    await db.destroy()
  }
}

const count = (rows: readonly { state: string }[], state: string) => rows.filter((row) => row.state === state).length

async function logOf(id: string): Promise<string> {
  const address = `${cluster.baseUrl}/api/v1/developer/workflow-runs/${id}/artifacts/run.log`
  return (await fetch(address, { headers: { 'x-api-key': cluster.apiKey } })).text()
}

describe('a run of a long video', { timeout: 600_000 }, () => {
  it('is executed by two workers at the same time, with the results of one', async () => {
    const workflow = await newWorkflow()
    const alone = await cluster.addWorker(['--part-seconds', '0'])
    const whole = await ended(await start(workflow))
    expect([whole.status, whole.error]).toEqual(['completed', null])
    expect(results(whole).length).toBeGreaterThan(1)
    await cluster.kill(alone)

    await addWorkers()
    const id = await start(workflow)
    await vi.waitFor(async () => expect(count(await partsOf(id), 'running')).toBeGreaterThan(1), PATIENCE)
    const { progress } = await read(id)
    expect(progress.frames_total).toBe(whole.progress.frames_total)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(results(run)).toEqual(results(whole))
    expect(run.counts).toEqual(whole.counts)
    expect(run.progress.frames_done).toBe(whole.progress.frames_done)
    expect(await logOf(id)).toContain('Joined the detections and annotated videos of')
    await vi.waitFor(async () => expect(await partsOf(id)).toEqual([]), PATIENCE)
  })

  it('has the same results when a worker is killed, whose part another one does again', async () => {
    const workflow = await newWorkflow()
    const [, second] = await addWorkers()
    const id = await start(workflow)
    await vi.waitFor(async () => expect(count(await partsOf(id), 'running')).toBeGreaterThan(1), PATIENCE)
    await cluster.kill(second)
    // Lost, and claimed again by the other worker.
    const isAgain = ({ losses, token }: { losses: number; token: number }) => losses === 1 && token === 2
    await vi.waitFor(async () => expect((await partsOf(id)).some(isAgain)).toBe(true), PATIENCE)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    await cluster.killWorkers()

    await cluster.addWorker(['--part-seconds', '0'])
    const whole = await ended(await start(workflow))
    expect(results(run)).toEqual(results(whole))
  })

  it('continues with the parts that are done when the worker of the run is killed', async () => {
    const workflow = await newWorkflow()
    const leader = await cluster.addWorker(PARTS)
    await cluster.addWorker(PARTS)
    const id = await start(workflow)
    await vi.waitFor(async () => expect(count(await partsOf(id), 'done')).toBeGreaterThan(1), PATIENCE)
    await cluster.kill(leader)
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(await logOf(id)).toContain('Joined the detections and annotated videos of')
  })

  it('uses the detections that another run of the same video has found', async () => {
    const workflow = await newWorkflow()
    await addWorkers()
    const first = await ended(await start(workflow))
    await cluster.killWorkers()
    const detections = () => writesBelow(cluster.store.endpoint, 'cluster/parts/')
    const written = await detections()
    expect(written.length).toBeGreaterThan(0)
    // Machines without a cache of their own.
    await addWorkers()
    const second = await ended(await start(workflow))
    expect(results(second)).toEqual(results(first))
    expect(await logOf(second.id)).toContain('Joined the detections and annotated videos of')
    expect(await detections()).toEqual(written)
  })

  it('ends on all workers when it is cancelled', async () => {
    const workflow = await newWorkflow()
    await addWorkers()
    const id = await start(workflow)
    await vi.waitFor(async () => expect(count(await partsOf(id), 'running')).toBeGreaterThan(1), PATIENCE)
    await client.workflowRuns.cancel({ params: { run_id: id } })
    expect((await ended(id)).status).toBe('cancelled')
    await vi.waitFor(async () => expect(count(await partsOf(id), 'running')).toBe(0), PATIENCE)
  })
})
