/** Runs that workers execute beside a server, with real processes, a real database and a real store. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { postgresDatabase } from '../../../src/platform/db/postgres/open-postgres.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { startCluster } from '../../../tools/cluster/processes.mjs'
import { newPostgresUrl } from '../support/databases.ts'

const TEMPLATE = new URL('../../../resources/templates/count-at-a-line.sightline.json', import.meta.url)

let cluster: Awaited<ReturnType<typeof startCluster>>
let database: string
let client: ReturnType<typeof createClient>
let workflow: string
beforeAll(async () => {
  database = (await newPostgresUrl()) as string
  cluster = await startCluster({ database })
  client = createClient({ baseUrl: cluster.baseUrl, apiKey: cluster.apiKey })
  const { graph } = JSON.parse(readFileSync(fileURLToPath(TEMPLATE), 'utf8'))
  // Fewer frames: still seconds of work, in which a worker can be killed.
  for (const { type, config } of graph.nodes) if (type === 'source') config.sample_fps = 10
  workflow = (await client.workflows.create({ body: { name: 'Count', graph } })).id
})
afterAll(() => cluster.close())

const start = async () => (await client.workflows.run({ params: { workflow } })).run_id
const read = (run_id: string): Promise<WorkflowRun> => client.workflowRuns.get({ params: { run_id } })
/** A run on a machine that is busy with other tests takes longer than most waits. */
const PATIENCE = { timeout: 200_000, interval: 100 }
async function ended(id: string): Promise<WorkflowRun> {
  await vi.waitFor(async () => expect(isTerminal((await read(id)).status)).toBe(true), PATIENCE)
  return read(id)
}
const isAtWork = async (id: string) => {
  const { status, progress } = await read(id)
  return status === 'processing' && (progress.frames_done ?? 0) > 0
}
/** Names and checksums of the tables, which name neither times nor machines. */
const tables = ({ artifacts }: WorkflowRun) =>
  artifacts.filter(({ kind }) => kind === 'csv').map(({ name, sha256 }) => [name, sha256])

const csvOf = async (run_id: string, artifact_id: string): Promise<string> => {
  const address = `${cluster.baseUrl}/api/v1/developer/workflow-runs/${run_id}/artifacts/${artifact_id}`
  return (await fetch(address, { headers: { 'x-api-key': cluster.apiKey } })).text()
}

async function jobOf(id: string) {
  const db = postgresDatabase(database)
  try {
    return await db.selectFrom('jobs').select(['state', 'token', 'losses']).where('id', '=', id).executeTakeFirst()
  } finally {
    await db.destroy()
  }
}

describe('a run', { timeout: 600_000 }, () => {
  it('waits for a worker, and its files are served by a server that has none of them', async () => {
    const id = await start()
    const worker = await cluster.addWorker()
    const workers = await client.jobs.workers({})
    expect(workers.map(({ kind, is_lost, slots }) => [kind, is_lost, slots.runs])).toContainEqual(['worker', false, 1])
    expect(workers[0]).toMatchObject({ kind: 'server', slots: { runs: 0 } })
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    const [csv] = run.artifacts.filter(({ kind }) => kind === 'csv')
    const text = await csvOf(id, csv?.id as string)
    expect(Buffer.byteLength(text)).toBe(csv?.size_bytes)
    await cluster.kill(worker)
  })

  it('is executed again by another worker when its own is killed, with the same results', async () => {
    const [worker, id] = [await cluster.addWorker(), await start()]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await cluster.kill(worker)
    const other = await cluster.addWorker()
    const again = await ended(id)
    expect([again.status, again.error]).toEqual(['completed', null])
    expect(await jobOf(id)).toMatchObject({ state: 'done', token: 2, losses: 1 })
    const whole = await ended(await start())
    expect(tables(again)).toEqual(tables(whole))
    expect(tables(again)).not.toEqual([])
    await cluster.kill(other)
  })

  it('ends on a worker when it is cancelled on the server', async () => {
    const [worker, id] = [await cluster.addWorker(), await start()]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await client.workflowRuns.cancel({ params: { run_id: id } })
    expect((await ended(id)).status).toBe('cancelled')
    await cluster.kill(worker)
  })

  it('returns to the queue when its worker is stopped', async () => {
    const [worker, id] = [await cluster.addWorker(), await start()]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await cluster.kill(worker, 'SIGTERM')
    expect(await jobOf(id)).toMatchObject({ state: 'queued', losses: 0 })
    const other = await cluster.addWorker()
    expect((await ended(id)).status).toBe('completed')
    await cluster.kill(other)
  })
})
