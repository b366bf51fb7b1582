import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepConnected, type Link, SignedOut } from '../../../../src/renderer/base/host/connection.ts'
import { createFakeHost } from '../../fake-host.ts'

/** A link to a fake host that the test can cut. */
function cuttable(version: string): Link & { cut(): void } {
  let close = () => {}
  return {
    client: createFakeHost({}, { version }).studio,
    onClose: (listener) => {
      close = listener
    },
    cut: () => close(),
  }
}

const version = async (c: ReturnType<typeof keepConnected>) => (await c.studio.hostInfo({})).version

describe('a reconnecting connection', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('uses the next link after one was cut, and counts it', async () => {
    const links = [cuttable('first'), cuttable('second')]
    let opened = 0
    const connection = keepConnected(async () => links[opened++] as Link, { backoffMs: () => 100 })
    expect(await version(connection)).toBe('first')
    expect(connection.getState()).toEqual({ status: 'open', generation: 1, signInUrl: null })

    links[0]?.cut()
    expect(connection.getState()).toEqual({ status: 'lost', generation: 1, signInUrl: null })
    await vi.advanceTimersByTimeAsync(100)
    expect(connection.getState()).toEqual({ status: 'open', generation: 2, signInUrl: null })
    expect(await version(connection)).toBe('second')
  })

  test('keeps a call waiting while the connection is lost', async () => {
    const links = [cuttable('first'), cuttable('second')]
    let opened = 0
    const connection = keepConnected(async () => links[opened++] as Link, { backoffMs: () => 100 })
    await vi.advanceTimersByTimeAsync(0)
    links[0]?.cut()
    const waiting = version(connection)
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toBe('second')
  })

  test('reports that the browser is signed out, and recovers when another tab has signed in', async () => {
    const links = [cuttable('first'), cuttable('second')]
    const outcomes: (() => Promise<Link>)[] = [
      async () => links[0] as Link,
      () => Promise.reject(new SignedOut('/sign-in')),
      async () => links[1] as Link,
    ]
    const connection = keepConnected(() => (outcomes.shift() as () => Promise<Link>)(), { backoffMs: () => 100 })
    await vi.advanceTimersByTimeAsync(0)
    links[0]?.cut()
    await vi.advanceTimersByTimeAsync(100)
    expect(connection.getState()).toMatchObject({ status: 'signed_out', signInUrl: '/sign-in' })
    await vi.advanceTimersByTimeAsync(100)
    expect(connection.getState()).toEqual({ status: 'open', generation: 2, signInUrl: null })
  })

  test('rejects a call that waited too long with a sentence', async () => {
    const connection = keepConnected(() => Promise.reject(new Error('refused')), { patienceMs: 500 })
    const failure = version(connection).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(500)
    expect(await failure).toMatchObject({ name: 'HostError', code: 'unreachable' })
    expect(connection.getState().status).toBe('lost')
  })

  test('retries with growing pauses until it succeeds, and retry() does not wait', async () => {
    const link = cuttable('late')
    let attempts = 0
    let reachable = false
    const connection = keepConnected(async () => {
      attempts++
      if (!reachable) throw new Error('refused')
      return link
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toBeGreaterThan(8)
    expect(attempts).toBeLessThan(25)
    reachable = true
    connection.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getState().status).toBe('open')
  })

  test('notifies its listeners of every change, and removed listeners of none', async () => {
    const link = cuttable('one')
    const connection = keepConnected(async () => link)
    const heard: string[] = []
    const leave = connection.subscribe(() => heard.push(connection.getState().status))
    await vi.advanceTimersByTimeAsync(0)
    link.cut()
    leave()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toEqual(['open', 'lost'])
  })
})
