/** `sightline serve` and `sightline worker`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../engine/support/bundles.ts'
import { createHost, type Host, type HostKind } from './host.ts'

/** Starts a command of the built command line; resolves with what it has printed when that matches. */
async function launchCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<{ child: ChildProcess; found: RegExpExecArray }> {
  const child = spawn(process.execPath, [bundle('cli.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      printed += text
      const found = ready.exec(printed)
      if (found) resolve({ child, found })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', () => reject(new Error(`The command ended: ${printed}`)))
  })
}

/** Ctrl-C in the terminal of a command. */
const close: HostKind['close'] = (child) => child.kill('SIGINT')

const FIRST_START = /serves (\S+) [\s\S]*Owner key, .* in \S+\n/
const LATER_START = /serves (\S+) /

export interface ServerOptions {
  options?: readonly string[]
  env?: NodeJS.ProcessEnv
  lost?: () => Promise<void>
}

export const serverHost = ({ options = [], env = {}, lost }: ServerOptions = {}): Host =>
  createHost({
    async launch(dataDir, before) {
      const args = ['serve', '--port', '0', '--data', dataDir, '--private-webhooks', ...options]
      const { child, found } = await launchCommand(args, env, before ? LATER_START : FIRST_START)
      const key = before?.key ?? readFileSync(join(dataDir, 'first-owner-key'), 'utf8').trim()
      return { child, baseUrl: found[1] as string, key }
    },
    close,
    ...(lost && { lost }),
  })

export interface WorkerOptions {
  options: readonly string[]
  env: NodeJS.ProcessEnv
  lost: () => Promise<void>
  /** The address of a server that reads its results. */
  server: Host['address']
}

export const workerHost = ({ options, env, lost, server }: WorkerOptions): Host =>
  createHost({
    async launch(dataDir) {
      const { child } = await launchCommand(['worker', '--data', dataDir, ...options], env, /executes jobs/)
      const { baseUrl, key } = server()
      return { child, baseUrl, key }
    },
    close,
    lost,
    isReplaced: true,
  })
