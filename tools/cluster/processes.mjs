/** A server and its workers as processes of the built command line, on one database and one bucket of this machine. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCOUNT, startObjectStore } from '../test/object-store-server.mjs'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { ObjectStoreServer } from '../test/object-store-server.mjs' */
/**
 * @typedef {object} ClusterOptions
 * @property {string} database the address of an empty PostgreSQL database
 * @property {number} [port] the port of the server; 0 picks a free one
 * @property {(line: string) => void} [say] called with each line that a process writes
 */
/**
 * @typedef {object} Cluster
 * @property {string} baseUrl
 * @property {string} apiKey an owner's
 * @property {ObjectStoreServer} store
 * @property {(port?: number) => Promise<{ baseUrl: string, child: ChildProcess }>} addServer
 * starts another server beside the first one; port 0 picks a free one
 * @property {(options?: readonly string[], core?: number | null) => Promise<ChildProcess>} addWorker
 * starts a worker with options of its command; `core`: the only processor core that it may use, on Linux
 * @property {() => Promise<void>} killWorkers
 * @property {(child: ChildProcess, signal?: NodeJS.Signals) => Promise<void>} kill
 * @property {() => Promise<void>} close
 */

const CLI = fileURLToPath(new URL('../../out/node/cli.js', import.meta.url))

/**
 * Starts a store and a server that executes no runs itself, on an empty database.
 * @param {ClusterOptions} options
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ database, port = 0, say = () => {} }) {
  const root = mkdtempSync(join(tmpdir(), 'sightline-cluster-'))
  const store = await startObjectStore()
  /** @type {ChildProcess[]} */
  const children = []
  /** @type {ChildProcess[]} */
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
   * @returns {Promise<{ child: ChildProcess, output: string }>}
   */
  function launch(name, args, ready, core = null) {
    const own = [CLI, ...args, '--data', join(root, name)]
    const [command, ...all] = [
      ...(core === null ? [] : ['taskset', '--cpu-list', String(core)]),
      process.execPath,
      ...own,
    ]
    const child = spawn(String(command), all, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    let output = ''
    return new Promise((resolve, reject) => {
      /** @param {Buffer} part */
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
   * @param {ChildProcess} child
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

  /** @param {number} number */
  const serve = (number) => ['serve', '--port', String(number), '--concurrency', '0']
  /** @param {string} output */
  const addressOf = (output) => String(/serves (\S+)/.exec(output)?.[1])

  try {
    const { output } = await launch('server', serve(port), /Owner key, .* in \S+\n/)
    return {
      baseUrl: addressOf(output),
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
