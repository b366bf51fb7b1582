/** Runs long computations in slices of a few milliseconds, so that the page stays responsive. */

const BUDGET_MS = 8

/** Runs a generator to its end; the page may render at every yield. Rejects when `signal` aborts. */
export async function inSlices<T>(work: Generator<unknown, T>, signal: AbortSignal): Promise<T> {
  let until = performance.now() + BUDGET_MS
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    until = performance.now() + BUDGET_MS
  }
}
