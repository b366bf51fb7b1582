/** Works on the items of a sequence, several at the same time. */

/**
 * Starts no further work once one returns false or fails, and resolves when all that was started has ended.
 * @throws the first failure
 */
export async function eachOf<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<boolean>,
): Promise<void> {
  const started = new Set<Promise<void>>()
  let continues = true
  const failures: unknown[] = []
  async function run(item: T): Promise<void> {
    try {
      if (!(await work(item))) continues = false
    } catch (error) {
      failures.push(error)
      continues = false
    }
  }
  try {
    for await (const item of items) {
      if (!continues) break
      const running = run(item).finally(() => started.delete(running))
      started.add(running)
      if (started.size >= atOnce) await Promise.race(started)
    }
  } finally {
    await Promise.all(started)
  }
  if (failures.length > 0) throw failures[0]
}
