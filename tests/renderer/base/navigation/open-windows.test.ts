import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenWindows } from '../../../../src/renderer/base/navigation/open-windows.ts'

/** The locks of one browser, which replies after `delayMs`; `close` releases those of a window. */
function aBrowser(delayMs = 0) {
  const held = new Set<string>()
  const window = (id: string) => {
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: object | null) => unknown
      if (rest.length === 1) {
        held.add(name)
        return work({ name })
      }
      expect(rest[0]).toEqual({ mode: 'shared', ifAvailable: true })
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return work(held.has(name) ? null : { name })
    }
    return createOpenWindows({ request } as unknown as LockManager, id)
  }
  return { window, close: (id: string) => held.delete(`sightline.window.${id}`) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the reply to a question that takes time. */
async function later<T>(reply: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return reply
}

describe('windows of a browser', () => {
  it('know which other windows are open', async () => {
    const { window, close } = aBrowser()
    const [one, two] = [window('one'), window('two')]
    expect(await one.isOpen('one')).toBe(true)
    expect(await later(one.isOpen('two'))).toBe(true)
    expect(await later(two.isOpen('gone long ago'))).toBe(false)
    close('two')
    expect(await later(one.isOpen('two'))).toBe(false)
  })

  it('wait for a window that is just closing, as after a reload', async () => {
    const { window, close } = aBrowser()
    const [one] = [window('one'), window('two')]
    const asked = one.isOpen('two')
    await vi.advanceTimersByTimeAsync(20)
    close('two')
    expect(await later(asked)).toBe(false)
  })

  it('find a closed window in a browser that is slow to reply', async () => {
    expect(await later(aBrowser(1500).window('one').isOpen('two'))).toBe(false)
  })

  it('count as open when the browser refuses its locks', async () => {
    const request = () => Promise.reject(new Error('no locks here'))
    const one = createOpenWindows({ request } as unknown as LockManager, 'one')
    expect(await later(one.isOpen('two'))).toBe(true)
  })

  it('count as closed when the browser has no locks', async () => {
    expect(await createOpenWindows(undefined, 'one').isOpen('two')).toBe(false)
  })
})
