/** Pauses of long work on the thread that answers requests. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work of this length delays no other request noticeably. */
const WORK_MS = 8

export interface Pauses {
  /** True when the work has taken the thread for long enough. */
  readonly isDue: boolean
  /** Lets other requests be answered. */
  take(): Promise<void>
}

export function pausing(): Pauses {
  let since = performance.now()
  return {
    get isDue() {
      return performance.now() - since >= WORK_MS
    },
    async take() {
      await nextTurn()
      since = performance.now()
    },
  }
}
