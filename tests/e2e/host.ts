/** A web host for a test: real processes, on a data folder that the test may keep for a second start. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface RunningHost {
  /** An address that signs one browser in, once: a new one on each read. */
  readonly url: string
  dataDir: string
  pid: number
  stop(): Promise<void>
  /** Kills it without a shutdown, like a crash. */
  kill(): Promise<void>
  /** Restarts it on the same data after a stop or kill; `url` changes. */
  start(): Promise<void>
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true })

/** Environment variables added to the test's own for the host. */
export type HostEnv = Readonly<Record<string, string>>

export async function startHost(dataDir: string, env: HostEnv = {}): Promise<RunningHost> {
  let child = launch(dataDir, env)
  let addresses = await addressesOf(child)
  return {
    get url() {
      return addresses.take()
    },
    dataDir,
    get pid() {
      return child.pid as number
    },
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
    async start() {
      child = launch(dataDir, env)
      addresses = await addressesOf(child)
    },
  }
}

const launch = (dataDir: string, env: HostEnv): ChildProcess =>
  fork(join(root, 'out', 'node', 'web.js'), ['--port', '0'], {
    // An engine on standby for each host would be an eighth of the work of all tests.
    env: { ...process.env, SIGHTLINE_STANDBY: '0', ...env, SIGHTLINE_DATA: dataDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

interface Addresses {
  take(): string
}

const IN_STOCK = 8
/** Well before the host expires them. */
const RENEW_EVERY_MS = 4 * 60_000

/** Resolves when the host is ready, with a pool of addresses that is refilled as they are used. */
function addressesOf(child: ChildProcess): Promise<Addresses> {
  const stock: string[] = []
  const order = () => child.connected && child.send({ type: 'address' })
  const renewal = setInterval(() => {
    for (let n = 0; n < IN_STOCK; n++) order()
  }, RENEW_EVERY_MS).unref()
  child.on('exit', () => clearInterval(renewal))
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; url?: string; message?: string }) => {
      if (message.type === 'failed' || !message.url) return reject(new Error(message.message))
      stock.push(message.url)
      if (stock.length > IN_STOCK) stock.shift()
      if (message.type === 'ready') for (let n = 1; n < IN_STOCK; n++) order()
      if (stock.length === IN_STOCK) resolve({ take })
    })
    child.on('exit', (code) => reject(new Error(`the web host ended with ${code}`)))
  })

  function take(): string {
    const url = stock.pop()
    if (url === undefined) throw new Error('the host has not sent its next address yet')
    order()
    return url
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
