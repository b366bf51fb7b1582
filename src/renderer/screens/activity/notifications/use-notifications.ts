/** Reads the newest notifications, and marks and deletes them. */
import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Notification } from '../../../../shared/api/notifications.ts'
import { type Host, HostError, useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { deleteWithUndo, usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { unreadStoreOf } from '../../../parts/studio/notifications/unread-store.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.activity
const MOST_IN_A_CALL = 100

interface Found {
  notifications: Notification[]
  hasOlder: boolean
}

export const titleOf = ({ title, title_text }: Notification): string =>
  messageText({ message: title, text: title_text })

/** @param shown the number of notifications that are listed */
export function useNotifications({ unreadOnly, shown }: { unreadOnly: boolean; shown: number }) {
  const host = useHost()
  const unread = unreadStoreOf(host)
  const readOnly = useReadOnly()
  const changes = useStore(unread.state, (state) => state.changes)
  const hidden = usePendingDeletes(({ ids }) => ids)
  const load = useCallback(async (): Promise<Found> => {
    const { found, count } = await newest(host, unreadOnly, shown + 1)
    unread.set(count)
    return { notifications: found.slice(0, shown), hasOlder: found.length > shown }
  }, [host, unread, unreadOnly, shown])
  const { value, error, reload, patch } = useResource(load)
  useEffect(() => {
    if (changes > 0) void reload()
  }, [changes, reload])

  const show = (change: (notification: Notification) => Notification) =>
    patch((was) => ({ ...was, notifications: was.notifications.map(change) }))

  /** Shows the change at once; reads everything again when the call fails. */
  async function change(call: Promise<unknown>): Promise<void> {
    try {
      await call
    } catch (failure) {
      await reload()
      if (!isGone(failure)) toastError(words.notChanged, failure)
    }
  }

  function markRead({ id, read }: Notification): void {
    if (read || readOnly !== null) return
    show((n) => (n.id === id ? { ...n, read: true } : n))
    unread.set((unread.state.getState().count ?? 1) - 1)
    void change(host.api('notifications.read', { params: { notification_id: id } }))
  }

  return {
    notifications: value?.notifications.filter(({ id }) => !hidden.has(id)),
    hasOlder: value?.hasOlder ?? false,
    error,
    reload,
    /** The reason why this page may not mark and delete; null when it may. */
    readOnly,
    markRead,
    markAllRead() {
      show((n) => ({ ...n, read: true }))
      unread.set(0)
      void change(host.api('notifications.readAll', {}).then(reload))
    },
    /** Marks it as read too, since the bell must not count a notification that is not listed. */
    remove(notification: Notification) {
      markRead(notification)
      const { id } = notification
      deleteWithUndo(id, titleOf(notification), () =>
        host
          .api('notifications.delete', { params: { notification_id: id } })
          .catch((failure) => {
            if (!isGone(failure)) throw failure
          })
          .then(reload),
      )
    },
  }
}

/** Another page has deleted it. */
const isGone = (error: unknown): boolean => error instanceof HostError && error.code === 'not_found'

/** A notification that arrives between two calls moves the others, so that one may be in both replies. */
async function newest(host: Host, unread_only: boolean, wanted: number) {
  const found = new Map<string, Notification>()
  for (let offset = 0; ; ) {
    const limit = Math.min(MOST_IN_A_CALL, wanted - offset)
    const page = await host.api('notifications.list', { query: { unread_only, limit, offset } })
    for (const notification of page.notifications) found.set(notification.id, notification)
    offset += limit
    if (page.notifications.length < limit || offset >= wanted)
      return { found: [...found.values()], count: page.unread_count }
  }
}
