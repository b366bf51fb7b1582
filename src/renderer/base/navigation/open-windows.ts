/** Windows of this browser: each has an id, and holds a lock of that name until it is closed or crashes. */
import { delay } from 'es-toolkit/promise'

export interface OpenWindows {
  /** Id of this window; a reload changes it. */
  readonly id: string
  /** Returns whether a window is open. Waits briefly for a window that is just being closed or reloaded. */
  isOpen(id: string): Promise<boolean>
}

/** The lock of a window that was reloaded or closed is free after a moment. */
const ATTEMPTS = 20
const PAUSE_MS = 50
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
      // A time limit could pass on a busy machine before the browser has replied.
      const isHeld = () =>
        locks.request(lockOf(other), { mode: 'shared', ifAvailable: true }, (lock) => lock === null).catch(() => true)
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (attempt > 0) await delay(PAUSE_MS)
        if (!(await isHeld())) return false
      }
      return true
    },
  }
}

let made: OpenWindows | null = null

/** Returns the one instance of this page. */
export function openWindows(): OpenWindows {
  made ??= createOpenWindows(globalThis.navigator?.locks)
  return made
}
