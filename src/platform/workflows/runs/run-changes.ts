/** Wakes those in this process that wait for a run, so that they read its row at once and not at their next look. */
export interface RunChanges {
  /** Call when the run begins or ends in this process, or when its end is stored. */
  changed(runId: string): void
  /** Resolves at the next change of the run in this process, after `ms`, or when the signal aborts. */
  next(runId: string, ms: number, signal: AbortSignal): Promise<void>
}

export function createRunChanges(): RunChanges {
  const waiting = new Map<string, Set<() => void>>()
  return {
    changed(runId) {
      for (const wake of waiting.get(runId) ?? []) wake()
    },
    next: (runId, ms, signal) =>
      new Promise((resolve) => {
        const own = waiting.get(runId) ?? new Set()
        const wake = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          own.delete(wake)
          if (own.size === 0 && waiting.get(runId) === own) waiting.delete(runId)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        timer.unref()
        waiting.set(runId, own.add(wake))
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
