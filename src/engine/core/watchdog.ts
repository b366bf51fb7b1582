/** Tracks the blocks that are working in this process, to name the one that a hung run waits for. */

const steps = new Set<{ nodeId: string }>()

export async function whileAtWork<T>(nodeId: string, work: () => T | Promise<T>): Promise<T> {
  const step = { nodeId }
  steps.add(step)
  try {
    return await work()
  } finally {
    steps.delete(step)
  }
}

/** The block whose current step began first; null when none is working. */
export const longestAtWork = (): string | null => steps.values().next().value?.nodeId ?? null
