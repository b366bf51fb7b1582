/** Work that is repeated while the server runs, such as the removal of old rows. */
import type { Log } from './log.ts'

const HOUR_MS = 60 * 60 * 1000

export interface Hourly {
  /** Does the work now, and every hour. */
  start(): void
  /** Waits for work in progress. */
  close(): Promise<void>
}

/** A failure is logged, and tried again an hour later. `name`: of the work, as in “The removal of old events”. */
export function createHourly(name: string, work: () => Promise<void>, log: Log): Hourly {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const begin = () => {
    working = working.then(work).catch((error) => log('error', `${name} failed.`, error))
  }
  return {
    start() {
      begin()
      timer = setInterval(begin, HOUR_MS)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await working
    },
  }
}
