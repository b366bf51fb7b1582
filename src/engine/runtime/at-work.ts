/** Which blocks are at work in this process, for naming the one that a run waits for in vain. */

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

/** The block whose present step began first; null when none is at work. */
export const longestAtWork = (): string | null => steps.values().next().value?.nodeId ?? null
