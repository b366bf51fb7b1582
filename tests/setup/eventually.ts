import { setTimeout } from 'node:timers/promises'

/** Below the time limit of tests, so that a failure names the condition. */
const LIMIT_MS = 45_000
/** Many conditions make a request, so a long wait would keep the processor from what it waits for. */
const INTERVALS_MS = { first: 5, longest: 25 }

/**
 * Waits until the condition returns a value other than false, null or undefined, and returns it. A condition that
 * throws ends the wait. The failure quotes the condition. A test with a longer time limit may give a longer one here.
 */
export async function eventually<T>(condition: () => T | Promise<T>, limitMs = LIMIT_MS): Promise<NonNullable<T>> {
  const start = performance.now()
  for (let interval = INTERVALS_MS.first; ; interval = Math.min(interval * 1.2, INTERVALS_MS.longest)) {
    const found = await condition()
    if (found !== false && found !== null && found !== undefined) return found
    if (performance.now() - start > limitMs) {
      const error = new Error(`Waited ${limitMs / 1000} s in vain for: ${condition}`)
      Error.captureStackTrace(error, eventually)
      throw error
    }
    await setTimeout(interval)
  }
}
