/** Windows of this browser: each has an id, and holds a lock of that name until it is closed or crashes. */

export interface OpenWindows {
  /** Of this window; another one after each reload. */
  readonly id: string
  /** Whether a window is open. A window that is just going away counts as closed once it has gone. */
  isOpen(id: string): Promise<boolean>
}

/** Milliseconds until the lock of a window that was reloaded or closed is free. */
const GOING_MS = 500
const lockOf = (id: string) => `sightline.window.${id}`

/** Where there are no locks, every other window counts as closed. */
export function createOpenWindows(
  locks: Pick<LockManager, 'request'> | undefined,
  id: string = crypto.randomUUID(),
): OpenWindows {
  // Never released: the browser does that when the window is gone.
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

/** The windows as this page knows them. */
export function openWindows(): OpenWindows {
  made ??= createOpenWindows(globalThis.navigator?.locks)
  return made
}
