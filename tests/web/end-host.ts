import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { processesOf } from '../engine/support/processes.ts'
import { eventually } from '../setup/eventually.ts'

/**
 * Kills a process that hosts the Studio, or the command that started it. Waits for its processes, which write to the
 * data folder until they end.
 */
export async function endHost(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const pid = child.pid as number
  const below = ['web.js', 'platform.js', 'engine.js'].flatMap((entry) => processesOf(pid, entry))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await eventually(() => !below.some(isAlive))
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
