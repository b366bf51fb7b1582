/** The number of unread notifications of the platform, shared by the bell and the list. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Host } from '../../../base/host/host-context.ts'

interface UnreadState {
  /** Null until the first reply. */
  readonly count: number | null
  /** Rises when the notifications have changed outside of this page. */
  readonly changes: number
}

export interface UnreadStore {
  readonly state: StoreApi<UnreadState>
  /** Reads the count; a different one is a change outside of this page. */
  refresh(signal?: AbortSignal): Promise<void>
  /** Takes over a count that came with a list, or that this page has changed. */
  set(count: number): void
  /** Counts as a change, whatever the count. */
  changed(): void
}

function createUnreadStore(host: Host): UnreadStore {
  const state = createStore<UnreadState>()(() => ({ count: null, changes: 0 }))
  const changed = () => state.setState(({ changes }) => ({ changes: changes + 1 }))
  return {
    state,
    changed,
    set: (count) => state.setState({ count: Math.max(0, count) }),
    async refresh(signal) {
      const before = state.getState().count
      const count = await host.api('notifications.unreadCount', {}, signal)
      // This page has changed it meanwhile: the reply may be older.
      if (state.getState().count !== before) return
      state.setState({ count })
      if (before !== null && before !== count) changed()
    },
  }
}

const stores = new WeakMap<Host['studio'], UnreadStore>()

/** Returns the store of a host, one per host. */
export function unreadStoreOf(host: Host): UnreadStore {
  const known = stores.get(host.studio)
  if (known) return known
  const made = createUnreadStore(host)
  stores.set(host.studio, made)
  return made
}
