/** Starts the platform process with its real engine, as the apps do, on a data folder of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type ApiClient, createClient } from '../../src/client/client.ts'
import type { FromPlatformProcess, PlatformStart } from '../../src/shared/bridge/platform-process.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { bundle, root } from '../engine/support/bundles.ts'

export interface RunningPlatform {
  client: ApiClient
  dataDir: string
  baseUrl: string
  apiKey: string
  pid: number
  /** Ends the process as a crash does, and keeps the data. */
  kill(): Promise<void>
  /** Uploads a video; returns its handle. */
  uploadVideo(path: string): Promise<string>
  /** Resolves when the run of this graph has ended. */
  run(graph: Graph): Promise<WorkflowRun>
  stop(): Promise<void>
}

/** `apiKey`: that of an earlier start on the same data, which is returned once. */
export async function startPlatform(options: { dataDir?: string; apiKey?: string } = {}): Promise<RunningPlatform> {
  const { dataDir = mkdtempSync(join(tmpdir(), 'sightline-embedded-')) } = options
  const child = fork(bundle('platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const resourcesDir = join(root, 'resources')
  const start: PlatformStart = { type: 'start', dataDir, resourcesDir, version: '0.0.0-test', allowLocalFiles: false }
  child.send(start)
  const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
  if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
  const apiKey = options.apiKey ?? (ready.apiKey as string)
  const client = createClient({ baseUrl: ready.baseUrl, apiKey })
  let made = 0
  return {
    client,
    dataDir,
    baseUrl: ready.baseUrl,
    apiKey,
    pid: child.pid as number,
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async uploadVideo(path) {
      const content_type = 'video/mp4'
      const place = await client.workflows.uploadUrl({ body: { filename: basename(path), content_type } })
      await client.upload(place, { path }, { contentType: content_type })
      return place.gcs_uri
    },
    async run(graph) {
      const name = `Workflow ${++made}`
      await client.workflows.create({ body: { name, graph } })
      const { run_id } = await client.workflows.run({ params: { workflow: name } })
      for await (const _update of client.workflowRuns.events({ params: { run_id } }));
      return client.workflowRuns.get({ params: { run_id } })
    },
    async stop() {
      const gone = once(child, 'exit')
      child.send({ type: 'stop' })
      await gone
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
