/** Long work a few milliseconds at a time, so that the page stays usable. */

const BUDGET_MS = 8

/** Runs a generator to its end; whatever it yields is a place where the page may draw. Rejects when `signal` aborts. */
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
