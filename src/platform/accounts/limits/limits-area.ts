/** Limits of requests, and requests that may be repeated. */

import type { Admissions } from '../../http/admission.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import type { Repetitions } from '../../http/idempotency.ts'
import { createAdmissions } from './admissions.ts'
import { createRateWindows } from './rate-windows.ts'
import { createRepetitions, settleRepetitions } from './repetitions.ts'

export interface LimitsArea {
  admissions: Admissions
  repetitions: Repetitions
  /** Called once, before the first request. */
  start(): Promise<void>
  /** Called when the server accepts no more requests. */
  close(): Promise<void>
}

const SETTLED_EVERY_MS = 60_000

export function createLimitsArea({ db, processId, now, log }: PlatformServices): LimitsArea {
  const windows = createRateWindows(db, now)
  let settling: NodeJS.Timeout | undefined
  const settle = () => settleRepetitions(db, processId)
  const settleAgain = () =>
    void settle().catch((error) => log('warning', 'Requests of dead servers could not be settled.', error))
  return {
    admissions: createAdmissions({ db, windows, now }),
    repetitions: createRepetitions(db, processId, now),
    async start() {
      await settle()
      settling = setInterval(settleAgain, SETTLED_EVERY_MS).unref()
    },
    async close() {
      clearInterval(settling)
      // What is not returned is lost, as after a crash.
      await windows.close().catch((error) => log('error', 'Limits of requests could not be stored.', error))
    },
  }
}
