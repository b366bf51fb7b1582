/** A server and its workers as processes of the built command line, on one database and one bucket of this machine. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCOUNT, startObjectStore } from '../test/object-store-server.mjs'

const CLI = fileURLToPath(new URL('../../out/node/cli.js', import.meta.url))

/**
 * Starts a store and a server that executes no runs itself, on an empty database.
 * @param {{ database: string, port?: number, say?: (line: string) => void }} options
 */
export async function startCluster({ database, port = 0, say = () => {} }) {
  const root = mkdtempSync(join(tmpdir(), 'sightline-cluster-'))
  const store = await startObjectStore()
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  /** @type {import('node:child_process').ChildProcess[]} */
  const workers = []
  const environment = {
    ...process.env,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: ACCOUNT,
    SIGHTLINE_DATABASE: database,
    SIGHTLINE_STORE: store.url('cluster'),
    SIGHTLINE_MASTER_KEY: randomBytes(32).toString('hex'),
  }

  /**
   * Resolves with the output once it has a line like `ready`.
   * @param {string} name
   * @param {readonly string[]} args
   * @param {RegExp} ready
   * @param {number | null} core the only processor core that it may use; null for all
   * @returns {Promise<{ child: import('node:child_process').ChildProcess, output: string }>}
   */
  function launch(name, args, ready, core = null) {
    const own = [CLI, ...args, '--data', join(root, name)]
    const pinned = ['taskset', ['--cpu-list', String(core), process.execPath, ...own]]
    const [command, all] = core === null ? [process.execPath, own] : pinned
    const child = spawn(command, all, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let output = ''
    return new Promise((resolve, reject) => {
      const read = (part) => {
        output += part
        for (const line of String(part).trimEnd().split('\n')) say(`${name}: ${line}`)
        if (ready.test(output)) resolve({ child, output })
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => reject(new Error(output)))
    })
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {NodeJS.Signals} [signal]
   */
  async function kill(child, signal = 'SIGKILL') {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async function close() {
    await Promise.all(children.map((child) => kill(child)))
    await store.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }

  const serve = (number) => ['serve', '--port', String(number), '--concurrency', '0']
  const addressOf = (output) => String(/serves (\S+)/.exec(output)?.[1])

  try {
    const { output } = await launch('server', serve(port), /Owner key, .* in \S+\n/)
    return {
      baseUrl: addressOf(output),
      /** An owner's. */
      apiKey: readFileSync(String(/Owner key, .* in (\S+)/.exec(output)?.[1]), 'utf8').trim(),
      store,
      kill,
      close,
      async addServer(number = 0) {
        const started = await launch(`server-${children.length}`, serve(number), /serves \S+ from/)
        return { baseUrl: addressOf(started.output), child: started.child }
      },
      async addWorker(options = [], core = null) {
        const { child } = await launch(`worker-${children.length}`, ['worker', ...options], /executes jobs/, core)
        workers.push(child)
        return child
      },
      killWorkers: async () => void (await Promise.all(workers.map((child) => kill(child)))),
    }
  } catch (error) {
    await close()
    throw error
  }
}
