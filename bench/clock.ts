/** Measures the cost of work in this process. */
import type { Cost } from './child.ts'

/** Wall and CPU time of `work`, which returns the number of frames it processed. */
export async function costOf(work: () => Promise<number>): Promise<Cost> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const frames = await work()
  const wallS = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallS, cpuS: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024, frames }
}

export interface Spread {
  /** Milliseconds of one call. */
  min: number
  p50: number
  max: number
}

/** Times single calls, after a warm-up for the compiler. */
export function spreadOf(calls: number, work: (i: number) => void): Spread {
  const taken: number[] = []
  for (let i = 0; i < calls + (calls >> 1); i++) {
    const startedAt = performance.now()
    work(i)
    if (i >= calls >> 1) taken.push(performance.now() - startedAt)
  }
  taken.sort((a, b) => a - b)
  return { min: taken[0] as number, p50: taken[taken.length >> 1] as number, max: taken.at(-1) as number }
}
