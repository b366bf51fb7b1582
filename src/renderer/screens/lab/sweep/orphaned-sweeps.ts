/** Records in local storage the workflow and run of each sweep, so that those of a closed page can be deleted. */
import { isTerminal } from '../../../../shared/domain/run.ts'
import type { Host } from '../../../base/host/host-context.ts'

const KEY = 'sightline.sweeps'
/** An active sweep renews its record more often than this. */
const DEAD_AFTER_MS = 20_000
const SAY_EVERY_MS = 4_000

interface OrphanedSweep {
  workflowId: string
  runId: string | null
  /** When its page last renewed the record; milliseconds. */
  at: number
}

function read(): OrphanedSweep[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? (value as OrphanedSweep[]) : []
  } catch {
    return []
  }
}

function write(all: readonly OrphanedSweep[]): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Without storage, an interrupted sweep is not cleaned up.
  }
}

export interface Claim {
  /** Records the active run. */
  runs(runId: string | null): void
  release(): void
}

export function claim(workflowId: string): Claim {
  let runId: string | null = null
  const say = () => write([...read().filter((l) => l.workflowId !== workflowId), { workflowId, runId, at: Date.now() }])
  say()
  const timer = setInterval(say, SAY_EVERY_MS)
  return {
    runs(id) {
      runId = id
      say()
    },
    release() {
      clearInterval(timer)
      write(read().filter((l) => l.workflowId !== workflowId))
    },
  }
}

/** Deletes the workflows and runs of sweeps whose pages were closed. */
export async function removeOrphanedSweeps(host: Host, now: number = Date.now()): Promise<void> {
  const dead = read().filter(({ at }) => now - at > DEAD_AFTER_MS)
  if (dead.length === 0) return
  write(read().filter((l) => !dead.some((d) => d.workflowId === l.workflowId)))
  for (const { workflowId, runId } of dead) {
    if (runId !== null) await removeRun(host, runId)
    await host.api('workflows.delete', { params: { workflow: workflowId } }).catch(() => {})
  }
}

const ASK_EVERY_MS = 150
const ASK_TIMES = 100

/**
 * Cancels a run if it is active, and deletes it.
 * Never rejects: a run that is gone or can't be deleted now does not stop the sweep.
 */
export async function removeRun(host: Host, runId: string): Promise<void> {
  const params = { run_id: runId }
  try {
    const run = await host.api('workflowRuns.get', { params })
    if (!isTerminal(run.status)) {
      await host.api('workflowRuns.cancel', { params }).catch(() => {})
      for (let i = 0; i < ASK_TIMES; i++) {
        if (isTerminal((await host.api('workflowRuns.get', { params })).status)) break
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
    }
    await host.api('workflowRuns.delete', { params })
  } catch {
    // The user may have deleted it.
  }
}
