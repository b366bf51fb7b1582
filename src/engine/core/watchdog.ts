/** Tracks the blocks that are working in this process, to name the one that a hung run waits for. */
import { asRunFailure } from './run-failure.ts'

const steps = new Set<{ nodeId: string }>()

export async function withWatchdog<T>(nodeId: string, work: () => T | Promise<T>): Promise<T> {
  const step = { nodeId }
  steps.add(step)
  try {
    return await work()
  } finally {
    steps.delete(step)
  }
}

/** The block whose current step began first; null when none is working. */
export const longestRunningNode = (): string | null => steps.values().next().value?.nodeId ?? null

/** Waits for `work` of this block; a failure becomes a `RunFailure` that names the block. */
export async function attributed<T>(nodeId: string, work: Promise<T>): Promise<T> {
  try {
    return await withWatchdog(nodeId, () => work)
  } catch (error) {
    throw asRunFailure(error, nodeId)
  }
}
