import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Host, HostContext } from '../../../../../src/renderer/base/host/host-context.ts'
import { unreadStoreOf } from '../../../../../src/renderer/parts/studio/notifications/unread-store.ts'
import { useLiveUnread } from '../../../../../src/renderer/parts/studio/notifications/use-live-unread.ts'
import { createFakeHost } from '../../../fake-host.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A platform whose call for events waits until `happen` is called or its signal aborts. */
function platform() {
  let unread = 0
  let position = 0
  let isDown = false
  const waits = new Set<() => void>()
  const queries: unknown[] = []
  const api = async (
    endpoint: string,
    { query }: { query?: { after?: number; wait?: number } },
    signal?: AbortSignal,
  ) => {
    if (isDown) throw new Error('unreachable')
    if (endpoint === 'notifications.unreadCount') return unread
    queries.push(query)
    const { after = position, wait = 0 } = query ?? {}
    if (wait > 0 && position === after) {
      await new Promise<void>((resolve, reject) => {
        waits.add(resolve)
        signal?.addEventListener('abort', () => {
          waits.delete(resolve)
          reject(new Error('cancelled'))
        })
      })
    }
    return { events: Array.from({ length: position - after }), position }
  }
  const wake = () => {
    for (const resolve of waits) resolve()
    waits.clear()
  }
  return {
    host: { ...createFakeHost(), api: api as Host['api'] },
    queries,
    waits,
    happen() {
      unread++
      position++
      wake()
    },
    readElsewhere() {
      unread = 0
      wake()
    },
    fail(down: boolean) {
      isDown = down
      if (down) wake()
    },
  }
}

function Live() {
  useLiveUnread()
  return null
}

function show(host: Host) {
  render(
    <HostContext.Provider value={host}>
      <Live />
    </HostContext.Provider>,
  )
  return () => unreadStoreOf(host).state.getState().count
}

const becomes = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the count follows events and what is read elsewhere, by one call that waits', async () => {
  const { host, queries, waits, happen, readElsewhere } = platform()
  const count = show(host)
  await waitFor(() => expect(waits.size).toBe(1))
  expect(count()).toBe(0)
  expect(queries).toEqual([{}, { after: 0, wait: 25 }])
  happen()
  await waitFor(() => expect(count()).toBe(1))
  await waitFor(() => expect(waits.size).toBe(1), { timeout: 5_000 })
  expect(queries).toHaveLength(3)
  readElsewhere()
  await waitFor(() => expect(count()).toBe(0))
})

test('nothing is called while the page is hidden, and what happened meanwhile is counted afterwards', async () => {
  const { host, queries, waits, happen } = platform()
  const count = show(host)
  await waitFor(() => expect(waits.size).toBe(1))
  becomes('hidden')
  await waitFor(() => expect(waits.size).toBe(0))
  const before = queries.length
  happen()
  becomes('visible')
  await waitFor(() => expect(count()).toBe(1))
  expect(queries[before]).toEqual({})
})

test('a platform that was unreachable is followed again', async () => {
  const { host, waits, happen, fail } = platform()
  const count = show(host)
  await waitFor(() => expect(waits.size).toBe(1))
  fail(true)
  happen()
  fail(false)
  await waitFor(() => expect(count()).toBe(1), { timeout: 10_000 })
}, 15_000)
