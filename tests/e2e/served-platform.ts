/** `sightline serve` for a test: a real process on a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir, removeDataDir, root } from './host.ts'

export interface ServedPlatform {
  baseUrl: string
  ownerKey: string
  /** The one-time link for the first owner. */
  ownerLink: string
  dataDir: string
  /** Ends the process and keeps its data. */
  end(): Promise<void>
  /** Starts it again on the same data and port. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** `options`: further ones of the command; `env`: further variables. */
export async function servePlatform(options: readonly string[] = [], env = {}): Promise<ServedPlatform> {
  const dataDir = newDataDir()
  const start = (port: string, ready: RegExp) => serve(['--port', port, '--data', dataDir, ...options], env, ready)
  const first = await start('0', /serves (\S+) [\s\S]*first owner, .* in \S+[\s\S]*Owner key, .* in \S+\n/)
  const baseUrl = first.found[1] as string
  const [ownerLink, ownerKey] = ['first-owner-link', 'first-owner-key'].map((name) =>
    readFileSync(join(dataDir, name), 'utf8').trim(),
  ) as [string, string]
  let { child } = first
  return {
    baseUrl,
    ownerKey,
    ownerLink,
    dataDir,
    end: () => ended(child),
    async startAgain() {
      child = (await start(new URL(baseUrl).port, /serves (\S+) /)).child
    },
    async stop() {
      await ended(child)
      removeDataDir(dataDir)
    },
  }
}

interface Serving {
  child: ChildProcess
  found: RegExpExecArray
}

/** Resolves when the output of the server matches. */
function serve(options: readonly string[], env: object, ready: RegExp): Promise<Serving> {
  const cli = join(root, 'out', 'node', 'cli.js')
  const child = spawn(process.execPath, [cli, 'serve', ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
      const found = ready.exec(text)
      if (found) resolve({ child, found })
    })
    child.once('exit', () => reject(new Error(`The server ended: ${text}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
