import { describe, expect, it } from 'vitest'
import { createOpenWindows } from '../../../../src/renderer/base/navigation/open-windows.ts'

/** Exclusive and shared locks of one browser; `close` releases those of a window. */
function aBrowser() {
  const held = new Set<string>()
  const waiting = new Set<() => void>()
  const window = (id: string) => {
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => unknown
      const { signal } = rest.length > 1 ? (rest[0] as { signal: AbortSignal }) : {}
      while (held.has(name)) {
        await new Promise<void>((resolve, reject) => {
          waiting.add(resolve)
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      }
      if (!signal) held.add(name)
      return work()
    }
    return createOpenWindows({ request } as unknown as LockManager, id)
  }
  const close = (id: string) => {
    held.delete(`sightline.window.${id}`)
    for (const wake of waiting) wake()
  }
  return { window, close }
}

describe('windows of a browser', () => {
  it('know which other windows are open', async () => {
    const { window, close } = aBrowser()
    const [one, two] = [window('one'), window('two')]
    expect(await one.isOpen('one')).toBe(true)
    expect(await one.isOpen('two')).toBe(true)
    expect(await two.isOpen('gone long ago')).toBe(false)
    close('two')
    expect(await one.isOpen('two')).toBe(false)
  })

  it('wait for a window that is just closing, as after a reload', async () => {
    const { window, close } = aBrowser()
    const [one] = [window('one'), window('two')]
    const asked = one.isOpen('two')
    setTimeout(() => close('two'), 20)
    expect(await asked).toBe(false)
  })

  it('count as closed when the browser has no locks', async () => {
    expect(await createOpenWindows(undefined, 'one').isOpen('two')).toBe(false)
  })
})
