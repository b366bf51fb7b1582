/** Runs that workers execute beside a server, with real processes, a real database and a real store. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { postgresDatabase } from '../../../src/platform/db/postgres/postgres-database.ts'
import { openAdministration } from '../../../src/platform/work/administration/administration.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { startCluster } from '../../../tools/cluster/processes.mjs'
import { newPostgresUrl } from '../support/databases.ts'
import { operatorKeyIn } from './operator-key.ts'
import { uploadClip } from './uploaded-clip.ts'

const TEMPLATE = new URL('../../../resources/templates/count-at-a-line.sightline.json', import.meta.url)

let cluster: Awaited<ReturnType<typeof startCluster>>
let database: string
let client: ReturnType<typeof createClient>
let operator: ReturnType<typeof createClient>
let clip: string
let workflow: string
/** A workflow whose runs process more frames, and last so long that a worker can be killed meanwhile. */
let long: string
beforeAll(async () => {
  database = (await newPostgresUrl()) as string
  cluster = await startCluster({ database })
  client = createClient({ baseUrl: cluster.baseUrl, apiKey: cluster.apiKey })
  operator = createClient({ baseUrl: cluster.baseUrl, apiKey: await operatorKeyIn(database) })
  clip = await uploadClip(client)
  const { graph } = JSON.parse(readFileSync(fileURLToPath(TEMPLATE), 'utf8'))
  async function create(name: string, sample_fps: number): Promise<string> {
    const source = { kind: 'video', gcs_uri: clip, sample_fps }
    for (const node of graph.nodes) if (node.type === 'source') node.config = source
    return (await client.workflows.create({ body: { name, graph } })).id
  }
  workflow = await create('Count', 3)
  long = await create('Count in more frames', 10)
})
afterEach(() => cluster.killWorkers())
afterAll(() => cluster.close())

const start = async (of = workflow) => (await client.workflows.run({ params: { workflow: of } })).run_id
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

let whole: Promise<WorkflowRun> | undefined
/** The tables of the long workflow when no worker is lost. */
async function wholeTables() {
  whole ??= start(long).then(ended)
  return tables(await whole)
}

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
  it('is executed again by another worker when its own is killed, with the same results', async () => {
    const [worker, id] = [await cluster.addWorker(), await start(long)]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await cluster.kill(worker)
    await cluster.addWorker()
    const again = await ended(id)
    expect([again.status, again.error]).toEqual(['completed', null])
    // The end of the run is stored before that of its job.
    const done = { state: 'done', token: 2, losses: 1 }
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject(done), PATIENCE)
    expect(tables(again)).toEqual(await wholeTables())
    expect(tables(again)).not.toEqual([])
  })

  it('is taken over from a worker that is stopped, which writes nothing when it continues', async () => {
    const [stopped, id] = [await cluster.addWorker(), await start(long)]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    stopped.kill('SIGSTOP')
    await cluster.addWorker()
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject({ state: 'running', token: 2 }), PATIENCE)
    stopped.kill('SIGCONT')
    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    expect(tables(run)).toEqual(await wholeTables())
    const done = { state: 'done', token: 2, losses: 1 }
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject(done), PATIENCE)
    const { events } = await client.events.list({ query: { after: 0, limit: 100, wait: 0 } })
    expect(events.filter(({ data }) => (data as { run_id?: string }).run_id === id).map(({ type }) => type)).toEqual([
      'workflow_run.completed',
    ])
  })

  it('ends on a worker when it is cancelled on the server', async () => {
    await cluster.addWorker()
    const id = await start(long)
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await client.workflowRuns.cancel({ params: { run_id: id } })
    expect((await ended(id)).status).toBe('cancelled')
  })

  it('waits for a worker, and is followed live and read on a server that has none of its files', async () => {
    const id = await start(long)
    await cluster.addWorker()
    const logged: string[] = []
    const following = (async () => {
      for await (const update of client.workflowRuns.events({ params: { run_id: id } })) {
        if (update.type === 'log') logged.push(update.line.message)
      }
    })()
    const picture = () => client.workflowRuns.picture({ params: { run_id: id } })
    await vi.waitFor(async () => expect((await picture()).jpeg.length).toBeGreaterThan(1000), PATIENCE)
    await vi.waitFor(() => expect(logged.length).toBeGreaterThan(0), PATIENCE)
    expect((await read(id)).status).toBe('processing')
    const workers = await operator.operator.workers({})
    expect(workers.map(({ kind, is_lost, slots }) => [kind, is_lost, slots.runs])).toContainEqual(['worker', false, 1])
    expect(workers[0]).toMatchObject({ kind: 'server', slots: { runs: 0 } })

    const run = await ended(id)
    expect([run.status, run.error]).toEqual(['completed', null])
    await following
    expect(new Set(logged).size).toBe(logged.length)
    await expect(picture()).rejects.toMatchObject({ code: 'wrong_state' })
    const [csv] = run.artifacts.filter(({ kind }) => kind === 'csv')
    const text = await csvOf(id, csv?.id as string)
    expect(Buffer.byteLength(text)).toBe(csv?.size_bytes)
  })

  it('returns to the queue when its worker is stopped', async () => {
    const [worker, id] = [await cluster.addWorker(), await start(long)]
    await vi.waitFor(async () => expect(await isAtWork(id)).toBe(true), PATIENCE)
    await cluster.kill(worker, 'SIGTERM')
    expect(await jobOf(id)).toMatchObject({ state: 'queued', losses: 0 })
    await cluster.addWorker()
    expect((await ended(id)).status).toBe('completed')
  })
})

describe('an organization with a label', { timeout: 600_000 }, () => {
  const DATASET = 'Street'
  const labelled = async (label: string | null) => {
    const admin = await openAdministration({ dataDir: '/nowhere', database, now: () => new Date() })
    try {
      const [share] = await admin.shares()
      await admin.changeShare(share?.slug as string, { label })
    } finally {
      await admin.close()
    }
  }

  afterEach(() => labelled(null))

  it('has its frames extracted, its images labelled and its runs executed by workers with the label only', async () => {
    await labelled('eu')
    await cluster.addWorker()
    await client.datasets.create({ body: { name: DATASET } })
    const video = { dataset_name: DATASET, store_path: clip, directory_name: 'clip', parent_directory_path: '/' }
    const { job_id } = await client.video.extractFrames({ body: { ...video, sample_fps: 0.5 } })
    const id = await start()
    // Longer than a process takes to find jobs.
    await sleep(3000)
    expect([(await client.jobs.get({ params: { job_id } })).state, (await read(id)).status]).toEqual([
      'queued',
      'queued',
    ])
    await cluster.addWorker(['--labels', 'eu,fast'])
    expect((await operator.operator.workers({})).map(({ labels }) => labels)).toContainEqual(['eu', 'fast'])
    expect((await client.jobs.queues({})).map(({ label }) => label)).toEqual(['eu', 'eu', 'eu', 'eu'])
    const extraction = () => client.video.extraction({ params: { job_id } })
    await vi.waitFor(async () => expect((await extraction()).status).toBe('complete'), PATIENCE)
    const image_filenames = (await extraction()).image_ids as string[]
    const model_id = (await client.models.list({ query: {} })).data[0]?.id as string
    const body = { dataset_name: DATASET, image_filenames, model_id }
    const batch = (await client.autoAnnotate.batch({ body })).job_id
    const status = () => client.autoAnnotate.batchStatus({ params: { job_id: batch } })
    await vi.waitFor(async () => expect((await status()).status).toBe('completed'), PATIENCE)
    expect((await status()).processed_images).toBe(image_filenames.length)
    expect((await ended(id)).status).toBe('completed')
  })
})

describe('a run of which a block names a GPU', { timeout: 600_000 }, () => {
  it('waits for a worker with the label gpu where there is one', async () => {
    const { graph } = await client.workflows.get({ params: { workflow } })
    for (const { type, config } of graph.nodes) if (type === 'model') config.device = 'cuda'
    const onGpu = (await client.workflows.create({ body: { name: 'On a GPU', graph } })).id
    const launched = async () => (await client.workflows.run({ params: { workflow: onGpu } })).run_id
    const labelOf = async (job_id: string) => (await client.jobs.get({ params: { job_id } })).label
    const before = await launched()
    expect(await labelOf(before)).toBeNull()
    await client.workflowRuns.cancel({ params: { run_id: before } })
    await cluster.addWorker(['--labels', 'gpu'])
    const id = await launched()
    expect(await labelOf(id)).toBe('gpu')
    await client.workflowRuns.cancel({ params: { run_id: id } })
  })
})
