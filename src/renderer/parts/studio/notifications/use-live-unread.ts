/** Follows the events of the platform while the page is visible. */
import { useEffect, useSyncExternalStore } from 'react'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { pause } from '../../../base/host/pause.ts'
import { type UnreadStore, unreadStoreOf } from './unread-store.ts'

export function useLiveUnread(): void {
  const host = useHost()
  const { status, generation } = useConnectionState()
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection to the host needs a call of its own
  useEffect(() => {
    if (!isVisible || status !== 'open') return
    const stop = new AbortController()
    void followEvents(host, unreadStoreOf(host), stop.signal)
    return () => stop.abort()
  }, [host, status, generation, isVisible])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The wait of a call, below its time limit. A longer wait means fewer requests, which a plan may count. */
const WAIT_S = 25
/** The platform stores a notification right after its event. */
const STORED_MS = 1_000
/** Pauses after failed calls in a row. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 60_000]

/**
 * Keeps the count of unread notifications fresh by the call that waits for events.
 * Follows the events until the signal aborts; never rejects. A failed call is repeated after a pause.
 */
async function followEvents(host: Host, unread: UnreadStore, signal: AbortSignal): Promise<void> {
  let query: { after?: number; wait?: number } = {}
  let failures = 0
  while (!signal.aborted) {
    try {
      // The first call returns the position before the count is read, so that no event between the two is missed.
      const { events, position } = await host.api('events.list', { query }, signal)
      query = { after: position, wait: WAIT_S }
      await unread.refresh(signal)
      if (events.length > 0) {
        await pause(STORED_MS, signal)
        await unread.refresh(signal)
        unread.changed()
      }
      failures = 0
    } catch {
      await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] as number, signal)
    }
  }
}
