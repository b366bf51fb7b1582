/** Measures the resource usage of this process, all threads together. */
import { availableParallelism } from 'node:os'
import type { Usage } from './child-messages.ts'

/** Each call returns the usage since the previous one. */
export function createUsageMeter(): () => Usage {
  let before = process.cpuUsage()
  let beforeMs = performance.now()
  return () => {
    const now = process.cpuUsage()
    const nowMs = performance.now()
    const busyMs = (now.user + now.system - before.user - before.system) / 1000
    const allMs = Math.max(1, nowMs - beforeMs) * availableParallelism()
    before = now
    beforeMs = nowMs
    return { cpuShare: Math.min(1, Math.max(0, busyMs / allMs)), memoryBytes: process.memoryUsage.rss() }
  }
}
