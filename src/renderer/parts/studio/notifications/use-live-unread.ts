/** Follows the events of the platform while the page is visible. */
import { useEffect, useSyncExternalStore } from 'react'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { followEvents } from './follow-events.ts'
import { unreadStoreOf } from './unread-store.ts'

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
