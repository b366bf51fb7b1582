/** Platforms in processes of their own, with the real engine, on a data folder of the test. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import type { FromPlatformProcess, PlatformStart } from '../../../src/shared/bridge/platform-process.ts'

export type Client = ReturnType<typeof createClient>

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface OwnProcess {
  child: ChildProcess
  dataDir: string
  key: string
  baseUrl: string
  client: Client
}

/** Kills the processes of a file at its end, and removes their data folder. */
export function ownProcesses() {
  let dataDir: string
  let children: ChildProcess[]
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'sightline-own-process-'))
    children = []
  })
  afterAll(async () => {
    for (const child of children) await kill(child)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  /** `apiKey`: of an earlier process on the same folder; `execArgv`: options of Node.js. */
  async function launch(apiKey?: string, execArgv: string[] = []): Promise<OwnProcess> {
    const child = fork(join(root, 'out/node/platform.js'), { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    children.push(child)
    const start: PlatformStart = {
      type: 'start',
      dataDir,
      resourcesDir: join(root, 'resources'),
      version: '0.0.0-test',
      allowLocalFiles: true,
    }
    child.send(start)
    const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
    if (ready.type !== 'ready') throw new Error(`Heard ${JSON.stringify(ready)} instead of ready.`)
    const key = apiKey ?? (ready.apiKey as string)
    return {
      child,
      dataDir,
      key,
      baseUrl: ready.baseUrl,
      client: createClient({ baseUrl: ready.baseUrl, apiKey: key }),
    }
  }

  return { launch, database: () => join(dataDir, 'sightline.db') }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
