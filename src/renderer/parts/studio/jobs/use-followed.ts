/** Reads the state of a job again and again until it has ended. */
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '../../../base/ui/error-text.ts'

const EVERY_MS = 700

export interface Followed<T> {
  /** The state that was read last; null before a job is followed. */
  now: T | null
  problem: string | null
  /** Starts a job, or its next step, and follows it. */
  follow(start: () => Promise<T>): Promise<void>
  clear(): void
}

/** @param read stable across renders, like `hasEnded` */
export function useFollowed<T>(read: (now: T) => Promise<T>, hasEnded: (now: T) => boolean): Followed<T> {
  const [now, setNow] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (now === null || hasEnded(now)) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const next = await read(now)
        if (!isOver) setNow(next)
      } catch (failure) {
        if (isOver) return
        setProblem(errorText(failure))
        // A read that failed is repeated: the job runs without this page.
        setNow({ ...now })
      }
    }, EVERY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [now, read, hasEnded])
  return {
    now,
    problem,
    follow: useCallback(async (start) => {
      setProblem(null)
      try {
        setNow(await start())
      } catch (failure) {
        setProblem(errorText(failure))
      }
    }, []),
    clear: useCallback(() => {
      setNow(null)
      setProblem(null)
    }, []),
  }
}
