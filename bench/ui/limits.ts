/** Limits of waits: a measurement that cannot continue fails with a sentence. */
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 100
/** Long enough for a run of the demo on a slow and busy machine. */
const MOST_MS = 300_000

const tooLong = (what: string, mostMs: number) => new Error(`${what} took longer than ${mostMs / 1000} s.`)

/** Rejects when `work` takes longer than so many milliseconds, but does not stop it. `what` is its name in the error. */
export async function within<T>(mostMs: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong(what, mostMs)), mostMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads until there is a value, and returns it. Rejects when that takes too long. */
export async function until<T>(what: string, read: () => Promise<T | null | undefined>): Promise<T> {
  const endsAt = performance.now() + MOST_MS
  while (performance.now() < endsAt) {
    const value = await within(MOST_MS, what, read())
    if (value !== null && value !== undefined) return value
    await sleep(POLL_MS)
  }
  throw tooLong(what, MOST_MS)
}
