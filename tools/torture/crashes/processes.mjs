/** The processes that a torture run starts, and the engines below them. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const entry = (name) => join(root, 'out', 'node', name)

/** Starts a built entry; `ended` resolves with its exit code, its signal and its output. */
export function start(name, args, { cwd, env = {} }) {
  const child = spawn(process.execPath, [entry(name), ...args], { cwd, env: { ...process.env, ...env } })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      printed[stream] += text
    })
  }
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...printed })))
  return { child, printed, ended }
}

const children = (pid) =>
  existsSync('/proc/self/task')
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n')

/** Kills the engines of a process; does nothing when it has none, or has ended. */
export function killEngines(pid) {
  try {
    for (const engine of children(pid).filter(Boolean)) process.kill(Number(engine), 'SIGKILL')
  } catch {
    // The process ended meanwhile.
  }
}
