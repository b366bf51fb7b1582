/** A web host of its own for a test: real processes, on a data folder that the test may keep for a second start. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface RunningHost {
  /** With the token that lets a browser in. */
  url: string
  dataDir: string
  pid: number
  stop(): Promise<void>
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>
  /** Again on the same data, once it was stopped or killed; from then on `url` is another. */
  start(): Promise<void>
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true })

/** What the host's own environment has besides the test's. */
export type HostEnv = Readonly<Record<string, string>>

export async function startHost(dataDir: string, env: HostEnv = {}): Promise<RunningHost> {
  let child = launch(dataDir, env)
  const host: RunningHost = {
    url: await urlOf(child),
    dataDir,
    pid: child.pid as number,
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
    async start() {
      child = launch(dataDir, env)
      Object.assign(host, { url: await urlOf(child), pid: child.pid })
    },
  }
  return host
}

const launch = (dataDir: string, env: HostEnv): ChildProcess =>
  fork(join(root, 'out', 'node', 'web.js'), ['--port', '0'], {
    env: { ...process.env, ...env, SIGHTLINE_DATA: dataDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

const urlOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; url?: string; message?: string }) => {
      if (message.type === 'ready' && message.url) resolve(message.url)
      else reject(new Error(message.message ?? 'the web host did not start'))
    })
    child.on('exit', (code) => reject(new Error(`the web host ended with ${code}`)))
  })

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
