/** Serializes pieces of work that must not interleave: each begins when the previous one has settled. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}
