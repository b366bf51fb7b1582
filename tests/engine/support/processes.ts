/** The descendants of a process that a test has started: tests end only their own processes. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
  command: string[]
}

const all = (): Process[] => (existsSync('/proc/self/status') ? fromProc() : fromPs())

/** Linux, where the command `ps` may be missing. */
function fromProc(): Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) return []
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }]
    } catch {
      // The process ended meanwhile.
      return []
    }
  })
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command }
  })
}

/** Descendants of a process that run this entry, such as `engine.js`. */
export function processesOf(host: number, entry: string): number[] {
  const processes = all()
  const below = (pid: number): Process[] =>
    processes.filter((p) => p.parent === pid).flatMap((p) => [p, ...below(p.pid)])
  return below(host)
    .filter(({ command }) => command.some((part) => part.endsWith(`/${entry}`)))
    .map(({ pid }) => pid)
}

/** Does nothing when the process has ended meanwhile. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
