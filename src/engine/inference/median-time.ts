const RUNS = 7
/** The time that all runs may take together, in milliseconds: a slow device gets fewer. */
const LONGEST_MS = 4_000

/** Median time of repeated work, which has been done once before as a warm-up. */
export async function medianTime(work: () => Promise<unknown>): Promise<{ medianMs: number; runs: number }> {
  const times: number[] = []
  const startedAt = performance.now()
  while (times.length < RUNS && (times.length === 0 || performance.now() - startedAt < LONGEST_MS)) {
    const begunAt = performance.now()
    await work()
    times.push(performance.now() - begunAt)
  }
  const medianMs = times.sort((a, b) => a - b)[(times.length - 1) >> 1] as number
  return { medianMs: Math.round(medianMs * 10) / 10, runs: times.length }
}
