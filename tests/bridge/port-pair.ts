/** Two ends of a channel in memory: messages are cloned and arrive later, in order, as over a real one. */
import type { Port } from '../../src/shared/bridge/contract.ts'

export function portPair() {
  const open = { yes: true }
  const closing: (() => void)[] = []
  const close = () => {
    if (!open.yes) return
    open.yes = false
    for (const listener of closing) listener()
  }
  const end = (mine: ((m: unknown) => void)[], theirs: ((m: unknown) => void)[]): Port => ({
    post(message) {
      const copy = structuredClone(message)
      queueMicrotask(() => {
        if (open.yes) for (const listener of theirs) listener(copy)
      })
    },
    onMessage: (listener) => mine.push(listener),
    onClose: (listener) => closing.push(listener),
    close,
  })
  const a: ((m: unknown) => void)[] = []
  const b: ((m: unknown) => void)[] = []
  return { host: end(a, b), page: end(b, a), close }
}

/** Waits until all pending messages have arrived. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
