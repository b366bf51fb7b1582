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
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'sightline-e2e-'))
export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true })

export async function startHost(dataDir: string): Promise<RunningHost> {
  const child = fork(join(root, 'out', 'node', 'web.js'), ['--port', '0'], {
    env: { ...process.env, SIGHTLINE_DATA: dataDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { type: string; url?: string; message?: string }) => {
      if (message.type === 'ready' && message.url) resolve(message.url)
      else reject(new Error(message.message ?? 'the web host did not start'))
    })
    child.on('exit', (code) => reject(new Error(`the web host ended with ${code}`)))
  })
  return { url, dataDir, pid: child.pid as number, stop: () => end(child), kill: () => end(child, 'SIGKILL') }
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
