/** Servers and workers as processes of the built command line, on one database and one bucket. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newPostgresUrl } from '../support/databases.ts'
import { ACCOUNT, startStore, type TestStore } from '../support/object-store.ts'

const CLI = fileURLToPath(new URL('../../../out/node/cli.js', import.meta.url))

export interface Cluster {
  baseUrl: string
  /** An owner's. */
  apiKey: string
  database: string
  store: TestStore
  addWorker(): Promise<ChildProcess>
  kill(child: ChildProcess, signal?: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

/** A server that executes no runs itself. */
export async function startCluster(): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'sightline-cluster-'))
  const store = await startStore()
  const database = (await newPostgresUrl()) as string
  const children: ChildProcess[] = []
  const environment = {
    ...process.env,
    ...{ AWS_ACCESS_KEY_ID: ACCOUNT, AWS_SECRET_ACCESS_KEY: ACCOUNT },
    ...{ SIGHTLINE_DATABASE: database, SIGHTLINE_STORE: store.url('cluster'), SIGHTLINE_MASTER_KEY: '0'.repeat(64) },
  }

  /** Resolves with the output once it has a line like `ready`. */
  async function launch(args: readonly string[], ready: RegExp): Promise<{ child: ChildProcess; output: string }> {
    const child = spawn(process.execPath, [CLI, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    let output = ''
    return new Promise((resolve, reject) => {
      const read = (part: Buffer) => {
        output += part
        if (ready.test(output)) resolve({ child, output })
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => reject(new Error(output)))
    })
  }

  async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  const data = (name: string) => ['--data', join(root, name)]
  const serve = ['serve', '--port', '0', '--concurrency', '0', ...data('server')]
  const { output } = await launch(serve, /shown only now: \S+/)
  return {
    baseUrl: /serves (\S+)/.exec(output)?.[1] as string,
    apiKey: /shown only now: (\S+)/.exec(output)?.[1] as string,
    ...{ database, store, kill },
    addWorker: async () => (await launch(['worker', ...data(`worker-${children.length}`)], /executes jobs/)).child,
    async close() {
      for (const child of children) await kill(child)
      await store.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
