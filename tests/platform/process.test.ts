/** The platform's own process with the real engine, as the apps start it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { openDatabase } from '../../src/platform/db/sqlite/open-sqlite.ts'
import type { FromPlatformProcess, PlatformStart, ToPlatformProcess } from '../../src/shared/bridge/platform-process.ts'
import { isTerminal, type WorkflowRun } from '../../src/shared/domain/run.ts'
import { countingGraph, DEMO_URI } from './support/graphs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-process-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

function launch() {
  const child = fork(join(root, 'out/node/platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  const exited = once(child, 'exit')
  const send = (message: ToPlatformProcess) => child.send(message)
  const heard = async <T extends FromPlatformProcess['type']>(type: T) => {
    const [message] = (await Promise.race([once(child, 'message'), exited])) as [FromPlatformProcess]
    if (message?.type !== type) throw new Error(`Heard ${JSON.stringify(message)} instead of ${type}.`)
    return message as Extract<FromPlatformProcess, { type: T }>
  }
  const start: PlatformStart = {
    type: 'start',
    dataDir,
    resourcesDir: join(root, 'resources'),
    version: '0.0.0-test',
    allowLocalFiles: true,
  }
  send(start)
  return { child, exited, send, heard }
}

it('gives the app its key once, runs the real engine, and mints a new key for one that was lost', async () => {
  const first = launch()
  const { baseUrl, apiKey } = await first.heard('ready')
  const client = createClient({ baseUrl, apiKey: apiKey as string })
  const model = await client.models.get({ params: { model: 'street-detector' } })
  expect(Object.values(model.class_mapping ?? {})).toContain('car')
  expect(await client.video.probe({ body: { store_path: DEMO_URI } })).toMatchObject({ width: 1280, height: 720 })
  await expect(
    client.models.import({ body: { gcs_uri: new URL('../../package.json', import.meta.url).href } }),
  ).rejects.toMatchObject({ code: 'model_unreadable' })

  await client.workflows.create({ body: { name: 'Counting', graph: countingGraph() } })
  const source = { kind: 'video' as const, gcs_uri: DEMO_URI, duration_seconds: 0.4 }
  const call = { params: { workflow: 'Counting' }, query: { wait: true }, body: { source } }
  const run = (await client.workflows.invoke(call)) as WorkflowRun
  expect([run.status, run.error]).toEqual(['completed', null])
  expect(run.artifacts.map((a) => a.kind)).toEqual(expect.arrayContaining(['csv', 'manifest']))
  for (const artifact of run.artifacts) {
    const file = await client.workflowRuns.artifact({ params: { run_id: run.id, artifact_id: artifact.id } })
    expect((await file.arrayBuffer()).byteLength, artifact.name).toBe(artifact.size_bytes)
  }
  first.send({ type: 'stop' })
  expect((await first.exited)[0]).toBe(0)

  const second = launch()
  const again = await second.heard('ready')
  expect(again.apiKey).toBeNull()
  const old = createClient({ baseUrl: again.baseUrl, apiKey: apiKey as string })
  expect(await old.workflowRuns.get({ params: { run_id: run.id } })).toEqual(run)
  second.send({ type: 'mint-key' })
  const minted = await second.heard('key')
  await expect(old.models.list()).rejects.toMatchObject({ code: 'invalid_key' })
  expect((await createClient({ baseUrl: again.baseUrl, apiKey: minted.apiKey }).models.list()).total).toBe(1)
})

it('replaces a key of its name that does not act as an operator', async () => {
  const first = launch()
  const { baseUrl, apiKey } = await first.heard('ready')
  await createClient({ baseUrl, apiKey: apiKey as string }).operator.workers({})
  first.send({ type: 'stop' })
  await first.exited
  const db = await openDatabase(join(dataDir, 'sightline.db'))
  await db.updateTable('api_keys').set({ is_operator: 0 }).execute()
  await db.destroy()

  const ready = await launch().heard('ready')
  expect(ready.apiKey).not.toBeNull()
  await createClient({ baseUrl: ready.baseUrl, apiKey: ready.apiKey as string }).operator.workers({})
  const old = createClient({ baseUrl: ready.baseUrl, apiKey: apiKey as string })
  await expect(old.models.list()).rejects.toMatchObject({ code: 'invalid_key' })
})

it('rejects a data folder that another process uses, and takes over that of a dead one with its runs', async () => {
  const first = launch()
  const { baseUrl, apiKey } = await first.heard('ready')
  const second = launch()
  expect(await second.heard('failed')).toMatchObject({
    code: 'data_dir_in_use',
    message: expect.stringContaining(`process ${first.child.pid}`),
    text: { code: 'host.data_folder_in_use', params: { pid: first.child.pid } },
  })
  expect((await second.exited)[0]).toBe(1)

  const client = createClient({ baseUrl, apiKey: apiKey as string })
  await client.workflows.create({ body: { name: 'Counting', graph: countingGraph() } })
  const { run_id } = await client.workflows.run({ params: { workflow: 'Counting' } })
  for await (const update of client.workflowRuns.events({ params: { run_id } })) if (update.type === 'progress') break
  first.child.kill('SIGKILL')
  await first.exited

  const third = launch()
  const ready = await third.heard('ready')
  const after = createClient({ baseUrl: ready.baseUrl, apiKey: apiKey as string })
  const run = await after.workflowRuns.get({ params: { run_id } })
  expect(isTerminal(run.status)).toBe(true)
  expect(run).toMatchObject({ status: 'error', error: { code: 'host_restarted' } })
  expect(run.artifacts.map((a) => a.kind).filter((kind) => kind !== 'log')).toEqual([])
})

it('ends when its parent disconnects', async () => {
  const { child, exited, heard } = launch()
  await heard('ready')
  child.disconnect()
  expect((await exited)[0]).toBe(0)
})
