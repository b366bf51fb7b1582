/** Windows of this browser: each has an id, and holds a lock of that name until it is closed or crashes. */

export interface OpenWindows {
  /** Id of this window; a reload changes it. */
  readonly id: string
  /** Returns whether a window is open. Waits briefly for a window that is just being closed or reloaded. */
  isOpen(id: string): Promise<boolean>
}

/** Milliseconds until the lock of a window that was reloaded or closed is free. */
const GOING_MS = 500
const lockOf = (id: string) => `sightline.window.${id}`

/** Without locks, every other window counts as closed. */
export function createOpenWindows(
  locks: Pick<LockManager, 'request'> | undefined,
  id: string = crypto.randomUUID(),
): OpenWindows {
  // Never released here: the browser releases it when the window closes.
  locks?.request(lockOf(id), () => new Promise<never>(() => {})).catch(() => {})
  return {
    id,
    async isOpen(other) {
      if (other === id) return true
      if (!locks) return false
      const options = { mode: 'shared', signal: AbortSignal.timeout(GOING_MS) } as const
      return locks.request(lockOf(other), options, () => false).catch(() => true)
    },
  }
}

let made: OpenWindows | null = null

/** Returns the one instance of this page. */
export function openWindows(): OpenWindows {
  made ??= createOpenWindows(globalThis.navigator?.locks)
  return made
}
