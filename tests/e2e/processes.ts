/** The processes below a host, read from /proc: tests end one of its own, never another's. */
import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
  command: string
}

function all(): Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) return []
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** Those of a host that run this entry, such as `engine.js`. */
export function processesOf(host: number, entry: string): number[] {
  const processes = all()
  const below = (pid: number): Process[] =>
    processes.filter((p) => p.parent === pid).flatMap((p) => [p, ...below(p.pid)])
  return below(host)
    .filter(({ command }) => command.split('\0').some((part) => part.endsWith(`/${entry}`)))
    .map(({ pid }) => pid)
}
