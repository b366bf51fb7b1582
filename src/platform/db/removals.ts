/**
 * Removals of many rows in short steps, so that other callers' writes get their turn in between. The close of the platform
 * ends them after the step in progress; whoever starts one completes it at the next start.
 */
import type { Log } from '../machine/log.ts'

/** Duration of a step; the number of its rows follows from the duration of the one before it. */
const STEP_MS = 8
const FIRST_STEP = 20

/** Calls `step` with a number of rows until it returns false. Resolves to false when the close ended it before. */
export type InSteps = (maxRows: number, step: (rows: number) => Promise<boolean>) => Promise<boolean>

export interface Removals {
  /** Never rejects: a failure is logged as `sentence`, and returns null. */
  run<T>(work: (inSteps: InSteps) => Promise<T>, sentence: string): Promise<T | null>
  /** Ends after the steps in progress. */
  close(): Promise<void>
}

export function createRemovals(log: Log): Removals {
  const running = new Set<Promise<unknown>>()
  let isClosing = false

  const inSteps: InSteps = async (maxRows, step) => {
    for (let rows = FIRST_STEP; !isClosing; ) {
      const since = performance.now()
      if (!(await step(rows))) return true
      const ratio = STEP_MS / Math.max(1, performance.now() - since)
      rows = Math.max(1, Math.min(maxRows, Math.round(rows * Math.min(2, ratio))))
    }
    return false
  }

  return {
    run(work, sentence) {
      const removal = work(inSteps)
        .catch((error) => {
          log('error', sentence, error)
          return null
        })
        .finally(() => running.delete(removal))
      running.add(removal)
      return removal
    },
    async close() {
      isClosing = true
      await Promise.all(running)
    },
  }
}
