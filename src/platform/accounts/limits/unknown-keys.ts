/** Bounds the requests with invalid secrets of one address, in memory: they have no organization to count them for. */
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { RateLimited } from '../../http/admission.ts'

const WINDOW_MS = 60_000
export const MOST_FAILURES = 1000
/** Most addresses that are remembered. */
const MOST_REMEMBERED = 10_000

/** Implements `Admissions.bounded`. To look a secret up costs less than most calls, so that it is done for each. */
export function createUnknownKeys(now: () => Date) {
  let window = 0
  const failures = new Map<string, number>()

  return async function bounded<T>(address: string, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_key')) throw error
      const time = now().getTime()
      if (time - window >= WINDOW_MS || time < window) {
        window = time
        failures.clear()
      }
      const failed = failures.get(address) ?? 0
      if (failed >= MOST_FAILURES) {
        const seconds = Math.ceil((window + WINDOW_MS - time) / 1000)
        throw new RateLimited(message('limit.unknown_keys', { seconds }), seconds)
      }
      if (failures.has(address) || failures.size < MOST_REMEMBERED) failures.set(address, failed + 1)
      throw error
    }
  }
}
