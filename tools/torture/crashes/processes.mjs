/** The processes that a torture run starts, and the engines below them. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, stdout: string, stderr: string }} Ended */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
/** @param {string} name */
const entry = (name) => join(root, 'out', 'node', name)

/**
 * Starts a built entry; `ended` resolves with its exit code, its signal and its output.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Readonly<Record<string, string>> }} options
 */
export function start(name, args, { cwd, env = {} }) {
  const child = spawn(process.execPath, [entry(name), ...args], { cwd, env: { ...process.env, ...env } })
  const printed = { stdout: '', stderr: '' }
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      printed[stream] += text
    })
  }
  /** @type {Promise<Ended>} */
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...printed })))
  return { child, printed, ended }
}

/** @param {number} pid */
const children = (pid) =>
  existsSync('/proc/self/task')
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n')

/**
 * Kills the engines of a process; does nothing when it has none, or has ended.
 * @param {number} pid
 */
export function killEngines(pid) {
  try {
    for (const engine of children(pid).filter(Boolean)) process.kill(Number(engine), 'SIGKILL')
  } catch {
    // The process ended meanwhile.
  }
}
