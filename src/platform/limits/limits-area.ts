/** Limits of requests, and requests that may be repeated. */
import type { PlatformServices } from '../area/area.ts'
import type { Admissions } from '../http/admission.ts'
import type { Repetitions } from '../http/idempotency.ts'
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

export function createLimitsArea({ db, now, log }: PlatformServices): LimitsArea {
  const windows = createRateWindows(db, now)
  return {
    admissions: createAdmissions({ db, windows, now }),
    repetitions: createRepetitions(db, now),
    start: () => settleRepetitions(db),
    // What is not returned is lost, as after a crash.
    close: () => windows.close().catch((error) => log('error', 'Limits of requests could not be stored.', error)),
  }
}
