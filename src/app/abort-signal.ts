/** Converts the bridge's signals to Node's own, which `fetch` and streams need. */
import type { StopSignal } from '../shared/bridge/contract.ts'

export function abortSignal(stop: StopSignal): AbortSignal {
  if (stop instanceof AbortSignal) return stop
  const controller = new AbortController()
  if (stop.aborted) controller.abort()
  else stop.addEventListener('abort', () => controller.abort())
  return controller.signal
}
