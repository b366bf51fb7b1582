/** Limits the entries of refused calls: a caller that repeats one can't push the changes of others out of the log. */
import type { Change } from '../../http/changes.ts'

const ONCE_IN_MS = 60_000
const MAX_REMEMBERED = 10_000

/** True for the first refusal of an action to a caller within a minute. */
export function createRefusals(now: () => Date): (change: Change) => boolean {
  let since = 0
  const seen = new Set<string>()
  return ({ caller, action }) => {
    const at = now().getTime()
    if (Math.abs(at - since) >= ONCE_IN_MS) {
      seen.clear()
      since = at
    }
    const refusal = JSON.stringify([caller.organizationId, caller.keyId, caller.userId, action])
    if (seen.has(refusal) || seen.size >= MAX_REMEMBERED) return false
    seen.add(refusal)
    return true
  }
}
