/** Bounds the requests with invalid secrets of one address, in memory: they have no organization to count them for. */
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { RateLimited } from '../http/admission.ts'

const WINDOW_MS = 60_000
export const MOST_FAILURES = 1000
/** Most addresses and secrets that are remembered. */
const MOST_REMEMBERED = 10_000

/** As `Admissions.bounded`: a caller behind the same proxy, whose key is valid, is not locked out. */
export function createUnknownKeys(now: () => Date) {
  let window = 0
  const failures = new Map<string, number>()
  const valid = new Set<string>()

  return async function bounded<T>(address: string, secret: string, verify: () => Promise<T>): Promise<T> {
    const time = now().getTime()
    if (time - window >= WINDOW_MS || time < window) {
      window = time
      failures.clear()
    }
    const failed = failures.get(address) ?? 0
    if (failed >= MOST_FAILURES && !valid.has(secret)) {
      const seconds = Math.ceil((window + WINDOW_MS - time) / 1000)
      throw new RateLimited(message('limit.unknown_keys', { seconds }), seconds)
    }
    try {
      const verified = await verify()
      if (valid.size >= MOST_REMEMBERED) valid.clear()
      valid.add(secret)
      return verified
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_key' && failures.size < MOST_REMEMBERED) {
        failures.set(address, (failures.get(address) ?? 0) + 1)
      }
      throw error
    }
  }
}
